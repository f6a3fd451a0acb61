// What does a provider say before an operation: which bills are open, what does a remittance cost, what waits under a reference? Asked by the
// interface and by the portal alike. What is answered is remembered, so that an operation may lean on it (rules O7, S6).

import { decimalsOf, parseAmount } from '@jokko/contract';
import type { OperationKind, PendingBill, ProviderError, RemitQuote, RemitRecord, RemitSendData } from '@jokko/connector-kit';
import type { Session } from '../../db/database.ts';
import type { Account } from '../accounts/index.ts';
import { recordListing } from '../bills/index.ts';
import type { Catalogue, Service } from '../catalogue/index.ts';
import { rememberLookup, rememberQuote } from '../remittance/index.ts';
import type { Provider, Providers } from './providers.ts';

export interface LookUpDeps {
  database: Session;
  catalogue(): Catalogue;
  providers: Providers;
}

/** Why nobody was asked. `otherKind`: the service is for something else. */
export type NotAsked = 'unknownService' | 'suspended' | 'notActivated' | 'otherKind';
export type LookedUp<Found> =
  | ({ ok: true; service: Service } & Found)
  | { ok: false; notAsked: NotAsked }
  /** The provider's own refusal. */
  | { ok: false; service: Service; error: ProviderError };

const kindOf = { bills: 'bill_pay', quote: 'remit_send', reception: 'remit_receive' } as const satisfies Record<string, OperationKind>;
export type LookUpKind = keyof typeof kindOf;

/** Services that the account may ask about now. */
export function lookUpServices({ catalogue, providers }: Omit<LookUpDeps, 'database'>, account: Account, kind: LookUpKind): Service[] {
  return catalogue().services.filter(({ code }) => findActive({ catalogue, providers }, account, code, kind).ok);
}

type Active = { ok: true; service: Service; provider: Provider } | { ok: false; notAsked: NotAsked };

function findActive(
  { catalogue, providers }: Omit<LookUpDeps, 'database'>,
  account: Account,
  codeService: string,
  kind: LookUpKind,
): Active {
  const refuse = (notAsked: NotAsked): Active => ({ ok: false, notAsked });
  const inForce = catalogue();
  const service = inForce.service(codeService);
  if (service === undefined) return refuse('unknownService');
  if (account.suspended) return refuse('suspended');
  const provider = providers.of(inForce, service.route);
  if (!account.services.has(codeService) || service.off || provider === null) return refuse('notActivated');
  return service.kind === kindOf[kind] ? { ok: true, service, provider } : refuse('otherKind');
}

/** The unpaid bills of a customer; they can be paid by this account for 24 hours. */
export async function lookUpBills(
  deps: LookUpDeps,
  account: Account,
  { codeService, accountNumber }: { codeService: string; accountNumber: string },
): Promise<LookedUp<{ bills: PendingBill[] }>> {
  const active = findActive(deps, account, codeService, 'bills');
  if (!active.ok) return active;
  const { service, provider } = active;
  const listed = await provider.connector.listBills!(provider.context, codeService, accountNumber);
  if ('error' in listed) return { ok: false, service, error: listed.error };
  await recordListing(deps.database, account.id, codeService, accountNumber, listed.bills);
  return { ok: true, service, bills: listed.bills };
}

/** What sending would cost. `amount` as it was given, checked for the service's currency. */
export async function quoteRemittance(
  deps: LookUpDeps,
  account: Account,
  { codeService, amount: given, sendData }: { codeService: string; amount: unknown; sendData: RemitSendData },
): Promise<LookedUp<{ quote: RemitQuote }>> {
  const active = findActive(deps, account, codeService, 'quote');
  if (!active.ok) return active;
  const { service, provider } = active;
  const { currency } = service;
  const amount = parseAmount(given, decimalsOf(currency))!;
  const quoted = await provider.connector.quote!(provider.context, { codeService, amount, currency, data: sendData });
  if ('error' in quoted) return { ok: false, service, error: quoted.error };
  await rememberQuote(deps.database, { accountId: account.id, codeService, amountMinor: amount, sendData });
  return { ok: true, service, quote: quoted.quote };
}

/** What waits under a reference, in the provider's members. */
export async function lookUpReception(
  deps: LookUpDeps,
  account: Account,
  { codeService, reference }: { codeService: string; reference: string },
): Promise<LookedUp<{ record: RemitRecord }>> {
  const active = findActive(deps, account, codeService, 'reception');
  if (!active.ok) return active;
  const { service, provider } = active;
  const found = await provider.connector.lookup!(provider.context, codeService, reference);
  if ('error' in found) return { ok: false, service, error: found.error };
  const amountMinor = parseAmount(found.record['receiveAmount'], decimalsOf(service.currency));
  if (amountMinor !== null) await rememberLookup(deps.database, { accountId: account.id, codeService, amountMinor, reference });
  return { ok: true, service, record: found.record };
}
