// The list of service kinds, and what follows from it. Admission, connectors, the catalogue's form,
// documentation and OpenAPI read it.
import type { Static, TSchema } from 'typebox';
import { typeServices, type TypeOperation, type TypeService } from '../services.ts';
import { airtime } from './airtime.ts';
import { bankTransfer } from './bank-transfer.ts';
import { billPay } from './bill-pay.ts';
import { card } from './card.ts';
import { chat } from './chat.ts';
import { collect } from './collect.ts';
import type { RequestForm, ServiceKind } from './kind.ts';
import { payout } from './payout.ts';
import { reload } from './reload.ts';
import { remitReceive } from './remit-receive.ts';
import { remitSend } from './remit-send.ts';

export { bankTransferCode } from './bank-transfer.ts';
export { bankCardCode } from './card.ts';
export { chatCode } from './chat.ts';
export { bareBase64 } from './chat-media.ts';
export { linkKinds, type CardData, type LinkKind, type ReadContext } from './kind.ts';
export type { ReadExtra, RemittanceParties, RequestForm } from './kind.ts';
export { missingExtras } from './members.ts';

/**
 * In the order of the documentation; the more special spelling of a code stands behind the more
 * general one.
 */
const kinds = [
  payout,
  collect,
  card,
  bankTransfer,
  airtime,
  billPay,
  reload,
  chat,
  remitSend,
  remitReceive,
] as const;
type Kind = (typeof kinds)[number];

export type ServiceKindName = Kind['name'];
/** What a provider receives besides the common fields of an order. */
export type KindExtra = Parameters<Kind['fingerprint']>[0];
export type RequestFormName = Kind['form']['name'];
/** A member of a request that a catalogue entry may demand. */
export type RequiredField = KeysOf<Kind['requiredFields']>;

type KeysOf<Each> = Each extends unknown ? Extract<keyof Each, string> : never;
type Fields = Kind['form']['fields'];
type TypeOf<Each, Name extends string> = Each extends { readonly [name in Name]: infer Schema }
  ? Schema extends TSchema
    ? Static<Schema>
    : never
  : never;
/** Every member that some kind reads; present only where the service's own kind does. */
export type KindMembers = { [Name in KeysOf<Fields>]?: TypeOf<Fields, Name> };

export type AnyServiceKind = ServiceKind<KindMembers, KindExtra> & {
  readonly name: ServiceKindName;
  readonly form: RequestForm & { readonly name: RequestFormName };
};

export const serviceKinds: readonly AnyServiceKind[] = kinds;
export const serviceKindNames = kinds.map(({ name }) => name);

const kindByName = new Map(serviceKinds.map((kind) => [kind.name, kind]));
export const serviceKind = (name: ServiceKindName): AnyServiceKind => kindByName.get(name)!;

/** The forms of a request, each once. */
export const requestForms = [
  ...new Map(serviceKinds.map(({ form }) => [form.name, form])).values(),
];

/** Names of what catalogue entries may demand, with their labels. */
export const requiredFields = Object.assign(
  {},
  ...serviceKinds.map((kind) => kind.requiredFields),
) as Readonly<Record<RequiredField, { fr: string; en: string }>>;

/** Kinds that a service type may stand for, its own first. */
export const kindsOfType = byType((type) =>
  serviceKinds
    .filter((kind) => kind.typeServices.includes(type))
    .toSorted((one, other) => one.typeServices.indexOf(type) - other.typeServices.indexOf(type))
    .map(({ name }) => name),
);

/**
 * The operation type that belongs to each service type. CASHIN pays a wallet and debits the
 * developer; CASHOUT collects and credits.
 */
export const typeOperationOf = byType((type) => serviceKind(kindsOfType[type][0]!).direction);

function byType<Value>(
  valueOf: (type: TypeService) => Value,
): Readonly<Record<TypeService, Value>> {
  return Object.fromEntries(typeServices.map((type) => [type, valueOf(type)])) as Record<
    TypeService,
    Value
  >;
}

/** The kind of an order whose service is no longer in the catalogue. */
export function kindOfExtra(extra: KindExtra, direction: TypeOperation): ServiceKindName {
  const possible = serviceKinds.filter(({ extraType }) => extraType === extra.type);
  return (possible.find((kind) => kind.direction === direction) ?? possible[0]!).name;
}
