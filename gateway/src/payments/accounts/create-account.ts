// Creates a developer account: account, webhook secret and services in one transaction, with a
// first key only where that is asked for. Its first money follows through the ledger.

import { toDecimalString } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { fundAccount } from '../ledger/index.ts';
import { contextOf } from '../../platform/secrets/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { resolveActivation } from './activation.ts';
import type { Activation } from './activation.ts';
import { issueKey } from './issue-key.ts';
import { makeWebhookSecret } from './keys.ts';
import { replaceServices } from './service-store.ts';
import { storeAccount, takeAccountNumber } from './store.ts';
import type { Language } from './store.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

export interface NewAccount {
  name: string;
  /** ISO 4217, of the main balance. */
  currency: string;
  language?: Language;
  /** Ten-thousandths of the currency unit to begin with; absent or 0 is none. */
  fundMinor?: bigint;
  activate: Activation;
}

/** Nothing was made: the catalogue has no such services. */
type NotCreated = { ok: false; unknownServices: string[] };
export type Created = { ok: true; accountId: number; webhookSecret: string } | NotCreated;
export type CreatedWithKey =
  { ok: true; accountId: number; webhookSecret: string; apiKey: string } | NotCreated;

/**
 * With a key without limits, for the sandbox and for scripts. An account for somebody else is
 * opened without (`openAccount`).
 */
export async function createAccount(
  database: Database,
  secrets: Secrets,
  account: NewAccount,
  who: Who = { kind: 'command' },
): Promise<CreatedWithKey> {
  const created = await inTransaction(database, async (session): Promise<CreatedWithKey> => {
    const made = await createAccountIn(session, secrets, account);
    if (!made.ok) return made;
    const { name, currency: of, fundMinor: minor = 0n } = account;
    const { accountId } = made;
    const { apiKey, keyId } = await issueKey(session, secrets, accountId);
    const details = { name, currency: of, funded: toDecimalString(minor), key: keyId };
    await recordAudit(session, {
      who,
      action: 'account.create',
      accountId,
      subject: `account/${accountId}`,
      new: details,
    });
    return { ...made, apiKey };
  });
  const { fundMinor = 0n, currency } = account;
  if (created.ok && fundMinor > 0n) {
    await fundAccount(database, {
      accountId: created.accountId,
      currency,
      amountMinor: fundMinor,
      note: 'first funding',
    });
  }
  return created;
}

/** The same inside the caller's transaction, without its first money and without a key. */
export async function createAccountIn(
  session: Session,
  secrets: Secrets,
  { name, currency, language = 'fr', activate }: Omit<NewAccount, 'fundMinor'>,
): Promise<Created> {
  const activation = await resolveActivation(session, activate);
  if (!activation.ok) return activation;
  const id = await takeAccountNumber(session);
  const webhookSecret = makeWebhookSecret();
  const webhookSecretSealed = secrets.seal(
    webhookSecret,
    contextOf('account', 'webhook_secret_sealed', id),
  );
  await storeAccount(session, { id, name, language, currency, webhookSecretSealed });
  await replaceServices(session, id, activation.codes);
  return { ok: true, accountId: id, webhookSecret };
}
