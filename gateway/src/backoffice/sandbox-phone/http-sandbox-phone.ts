// Routes of a payer's phone in the sandbox: what the account's payments ask there, and the answer.
// The simulator asks, and tells the result as a provider does; nothing is written here.

import { defined, normalisePhone } from '@jokko/contract';
import { listMessagesToPhone } from '../../messaging/applications/index.ts';
import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import {
  everyOperation,
  findLatestAttempts,
  findOperations,
  listIdentified,
  paymentPageUrl,
  type Operation,
} from '../../payments/operations/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound, refuse, refuseField } from '../../platform/http/portal/refused.ts';
import { statusOf } from '../transactions/http-transaction-filter.ts';

/** What the payer of a collection is asked. */
export interface PhonePrompt {
  /** As the provider knows the collection. */
  reference: string;
  expiresAt: string;
}

/**
 * Phones that the sandbox's providers ask payers on. `phone`: E.164. Null: they cannot be reached
 * now.
 */
export interface SimulatedPhones {
  /** `holder` sees what is asked for some seconds, and may answer. */
  hold(phone: string, holder: string): Promise<{ pin: string; prompts: PhonePrompt[] } | null>;
  /** Collections that are not for this holder go on without it. */
  putAside(phone: string, holder: string, references: readonly string[]): Promise<void>;
  /** False: nothing is asked any more. */
  decide(
    phone: string,
    holder: string,
    answer: { reference: string; choice: 'approve' | 'refuse' | 'expire'; pin?: string },
  ): Promise<boolean | null>;
}

export interface SandboxPhoneDeps {
  database: Database;
  catalogue(): Catalogue;
  /** Null: this is no sandbox. */
  phones: SimulatedPhones | null;
}

const paymentsMax = 20;
const messagesMax = 20;
const usualCountry = 'SN';

export function sandboxPhoneHandlers({ database, catalogue, phones }: SandboxPhoneDeps) {
  return {
    async 'POST sandbox/phone'({ body, caller: { membership } }) {
      if (phones === null) return notFound;
      const phone = readPhone(body.phone);
      if (phone === null) return refuseField('phone', 'invalidPhone');
      const { accountId } = membership;
      const held = await holdOwn({ database, phones }, accountId, phone);
      if (held === null) return refuse('notNow');
      const services = servicesSeenBy(membership, catalogue());
      const payments = (await readPayments(database, accountId, phone, [...held.asked.keys()]))
        .filter(({ terms }) => services?.includes(terms.codeService) !== false)
        .map((operation) => shown(catalogue(), operation, held.asked.get(operation.terms.id)));
      const messages = await listMessagesToPhone(database, { accountId, phone }, messagesMax);
      return { ok: true, answer: { phone, pin: held.pin, payments, messages } };
    },
    async 'POST sandbox/phone/decide'({
      body: { id, choice, pin, ...body },
      caller: { membership },
    }) {
      const { accountId } = membership;
      const [operation] = await findOperations(database, [{ accountId, id }]);
      const services = servicesSeenBy(membership, catalogue());
      const isSeen = services?.includes(operation?.terms.codeService ?? '') !== false;
      const phone = readPhone(body.phone);
      if (phones === null || operation === undefined || phone === null || !isSeen) return notFound;
      const held = await holdOwn({ database, phones }, accountId, phone);
      const prompt = held?.asked.get(id);
      if (prompt === undefined) return held === null ? refuse('notNow') : conflict;
      const isDone = await phones.decide(phone, holderOf(accountId), {
        reference: prompt.reference,
        choice,
        ...defined({ pin }),
      });
      if (isDone === null) return refuse('notNow');
      return isDone ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}

const readPhone = (text: string): string | null =>
  normalisePhone(text, usualCountry) ?? normalisePhone(text, '', { countryCodeRequired: true });

const holderOf = (accountId: number): string => `account ${accountId}`;

/**
 * What the account's own collections ask, by operation; what others ask goes on without this
 * account. Null: not now.
 */
async function holdOwn(
  { database, phones }: { database: Database; phones: SimulatedPhones },
  accountId: number,
  phone: string,
): Promise<{ pin: string; asked: Map<string, PhonePrompt> } | null> {
  const held = await phones.hold(phone, holderOf(accountId));
  if (held === null) return null;
  const attempts =
    held.prompts.length === 0 ? [] : await readWaiting(database, { accountId, phone });
  const asked = new Map<string, PhonePrompt>();
  const others: string[] = [];
  for (const prompt of held.prompts) {
    const own = attempts.find(({ sent }) => sent.includes(nameOf(prompt)));
    if (own === undefined) others.push(prompt.reference);
    else asked.set(own.id, prompt);
  }
  if (others.length > 0) await phones.putAside(phone, holderOf(accountId), others);
  return { pin: held.pin, asked };
}

/** As it stands in what was sent; M-Pesa counts payments that have one name. */
const nameOf = ({ reference }: PhonePrompt): string => reference.replace(/#\d+$/, '');

const waitingStates = ['SENDING', 'ACCEPTED', 'UNKNOWN'] as const;
/** Collections of an account that can wait for one phone. */
const waitingMax = 500;

/**
 * What the account's waiting operations sent to their providers: it bears the reference, in the
 * form of each protocol.
 */
async function readWaiting(
  database: Database,
  { accountId, phone }: { accountId: number; phone: string },
): Promise<{ id: string; sent: string }[]> {
  const filter = { ...ofPhone(accountId, phone), states: waitingStates };
  const { items } = await listIdentified(database, filter, null, waitingMax);
  const keys = items.map(({ id }) => ({ accountId, id }));
  const attempts = await findLatestAttempts(database, keys);
  return [...attempts].map(([id, { prepared }]) => ({ id, sent: JSON.stringify(prepared) }));
}

const ofPhone = (accountId: number, phone: string) => ({
  ...everyOperation,
  accountId,
  identified: { id: null, text: phone, phones: [phone] },
});

/** The newest ones, and those that are asked, however old. */
async function readPayments(
  database: Database,
  accountId: number,
  phone: string,
  asked: readonly string[],
): Promise<Operation[]> {
  const { items } = await listIdentified(database, ofPhone(accountId, phone), null, paymentsMax);
  const ids = new Set([...items.map(({ id }) => id), ...asked]);
  const found = await findOperations(
    database,
    [...ids].map((id) => ({ accountId, id })),
  );
  return found.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

function shown(
  catalogue: Catalogue,
  { terms, state, createdAt }: Operation,
  prompt: PhonePrompt | undefined,
) {
  const { id, externalId, codeService, direction, amount, currency, paymentPageToken } = terms;
  const service = catalogue.service(codeService);
  return {
    id,
    externalId,
    service: service?.payerName ?? codeService,
    direction,
    amount,
    currency,
    status: statusOf[state.state],
    at: createdAt,
    link: paymentPageToken === null ? null : paymentPageUrl('', terms),
    askedUntil: prompt === undefined ? null : new Date(prompt.expiresAt),
  };
}
