// Routes of a payer's phone in the sandbox: what the account's payments ask there, and the answer.
// The simulator asks, and tells the result as a provider does; nothing is written here.

import { normalisePhone } from '@jokko/contract';
import { listMessagesToPhone } from '../../messaging/applications/index.ts';
import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import {
  everyOperation,
  findOperations,
  listIdentified,
  parseAttemptReference,
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
  callbackUrl: string | null;
  expiresAt: string;
}

/** Phones that the sandbox's providers ask payers on. `phone`: E.164. Null: they cannot be reached now. */
export interface SimulatedPhones {
  /** `holder` sees what is asked for some seconds, and may answer. */
  hold(phone: string, holder: string): Promise<{ pin: string; prompts: PhonePrompt[] } | null>;
  /** A collection that is not for this holder goes on without it. */
  putAside(phone: string, holder: string, reference: string): Promise<void>;
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
        ...(pin === undefined ? {} : { pin }),
      });
      if (isDone === null) return refuse('notNow');
      return isDone ? { ok: true, answer: {} } : conflict;
    },
  } satisfies Partial<Handlers>;
}

const readPhone = (text: string): string | null =>
  normalisePhone(text, usualCountry) ?? normalisePhone(text, '', { countryCodeRequired: true });

const holderOf = (accountId: number): string => `account ${accountId}`;

/** What the account's own collections ask, by operation; what others ask goes on without this account. Null: not now. */
async function holdOwn(
  { database, phones }: { database: Database; phones: SimulatedPhones },
  accountId: number,
  phone: string,
): Promise<{ pin: string; asked: Map<string, PhonePrompt> } | null> {
  const held = await phones.hold(phone, holderOf(accountId));
  if (held === null) return null;
  const ids = held.prompts.map(operationIdOf);
  const keys = ids.filter((id) => id !== null).map((id) => ({ accountId, id }));
  const own = new Set((await findOperations(database, keys)).map(({ terms }) => terms.id));
  const asked = new Map<string, PhonePrompt>();
  for (const [place, prompt] of held.prompts.entries()) {
    const id = ids[place]!;
    if (id !== null && own.has(id)) asked.set(id, prompt);
    else await phones.putAside(phone, holderOf(accountId), prompt.reference);
  }
  return { pin: held.pin, asked };
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Some protocols have no reference of ours: the address for their notices has it. */
function operationIdOf({ reference, callbackUrl }: PhonePrompt): string | null {
  for (const text of [reference, callbackUrl ?? '']) {
    const key = parseAttemptReference(uuid.exec(text)?.[0] ?? '');
    if (key !== null) return key.transactionId;
  }
  return null;
}

/** The newest ones, and those that are asked, however old. */
async function readPayments(
  database: Database,
  accountId: number,
  phone: string,
  asked: readonly string[],
): Promise<Operation[]> {
  const identified = { id: null, text: phone, phones: [phone] };
  const filter = { ...everyOperation, accountId, identified };
  const { items } = await listIdentified(database, filter, null, paymentsMax);
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
