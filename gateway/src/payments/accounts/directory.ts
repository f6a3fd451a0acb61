// Finds the account of a key and its permissions, in copies that are kept, so that a request needs
// no query. A copy carries the account's version, which the writer compares under the lock: an
// operation is never opened on a stale one. Reads may be stale by two seconds, less when the change
// is notified.

import { plainArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { Language } from '@jokko/contract';
import type { Secrets } from '../../platform/secrets/index.ts';
import { createGatherer } from '../../platform/db/gather.ts';
import { createCopies } from './copies.ts';
import { compileAccess } from './key-access.ts';
import type { KeyAccess, KeyScope } from './key-access.ts';
import { digestOfKey, isWellFormedApiKey } from './keys.ts';
import { createServicesReader, type AccountServices } from './services-of.ts';
import { createKeyReader, type Asking } from './unknown-keys.ts';

export interface Account {
  id: number;
  version: number;
  name: string;
  language: Language;
  currency: string;
  suspended: boolean;
  allowHttpCallbacks: boolean;
  /** Payouts wait while their operator is down; otherwise they are refused. */
  parksPayouts: boolean;
  /** Calls a second that it may make of one node. Null: what the installation says; 0: no limit. */
  rateLimit: number | null;
  /**
   * The largest amount of one operation in `currency`, in ten-thousandths; null: what the service
   * says.
   */
  operationMax: bigint | null;
  /** Whether its POST requests must be signed, and its callbacks are (rules M1, C5). */
  hmac: boolean;
  /** Activated services, with the account's own price where it has one. */
  services: AccountServices;
}

/** What became of a look-up by key. Only who has the whole key learns that it has ended. */
export type KeyFound =
  | { type: 'valid'; account: Account; access: KeyAccess }
  | { type: 'expired' | 'revoked'; language: Language }
  /** Its check is wrong: a character is missing or mistyped. */
  | { type: 'mistyped' }
  | { type: 'unknown' }
  /** It was not looked up: `asking` did not let it. */
  | { type: 'notNow' };

export interface Directory {
  /** Without `asking` the database is asked in any case. */
  byKey(apiKey: string, asking?: Asking): Promise<KeyFound>;
  byId(accountId: number): Promise<Account | null>;
  /** Drops the copies of an account that changed, with its keys and services; absent: of all. */
  forget(accountId?: number): void;
}

interface AccountRow {
  id: number;
  version: number;
  name: string;
  language: Language;
  currency: string;
  suspended: boolean;
  allow_http_callbacks: boolean;
  parks_payouts: boolean;
  rate_limit: number | null;
  operation_max: bigint | null;
  hmac: boolean;
}

interface KeyedRow extends AccountRow {
  key_hash: Buffer;
  key_id: number;
  scope: KeyScope;
  key_services: string[] | null;
  allow_from: string[] | null;
  key_state: 'valid' | 'expired' | 'revoked';
}

const accountColumns =
  'a.id, a.version, a.name, a.language, a.currency, a.suspended, a.allow_http_callbacks, a.parks_payouts, a.rate_limit, a.operation_max, a.hmac';
const selectByKeys: Statement = {
  name: 'select_accounts_by_keys',
  text: `select ${accountColumns}, k.key_hash, k.id as key_id, k.scope, k.services as key_services,
    k.allow_from,
      case when k.expires_at is null or k.expires_at > jokko_now() then 'valid'
        when k.revoked_at is null then 'expired' else 'revoked' end as key_state
    from api_key k join account a on a.id = k.account_id where k.key_hash = any ($1::bytea[])`,
};
const selectByIds: Statement = {
  name: 'select_accounts_by_ids',
  text: `select ${accountColumns} from account a where a.id = any ($1::integer[])`,
};
/** Accounts of one statement. */
const batchMax = 256;

export function createDirectory(session: Session, secrets: Pick<Secrets, 'hashKey'>): Directory {
  // An empty look-up is not kept: a key made a moment later must work at once.
  const byKey = createCopies<string, KeyFound>({
    isKept: ({ type }) => type === 'valid' || type === 'expired' || type === 'revoked',
    accountOf: (found) => (found.type === 'valid' ? found.account.id : null),
  });
  const byId = createCopies<number, Account | null>({
    isKept: (found) => found !== null,
    accountOf: (found) => found?.id ?? null,
  });
  const services = createServicesReader(session);
  const accountsOf = async (rows: readonly AccountRow[]): Promise<Account[]> => {
    const found = await services.read(rows);
    return rows.map((row) => accountOf(row, found.get(row.id)!));
  };
  const askKey = createKeyReader<KeyedRow, KeyFound>(session, {
    statement: selectByKeys,
    hashOf: (row) => row.key_hash,
    async read(rows) {
      const accounts = await accountsOf(rows);
      return rows.map((row, at) => foundBy(row, accounts[at]!));
    },
    none: { type: 'unknown' },
  });
  const ids = createGatherer<number, Account | null>(batchMax, async (batch) => {
    const asked = plainArray(batch.map(({ item }) => item));
    const accounts = await accountsOf(await session.query<AccountRow>(selectByIds, [asked]));
    const found = new Map(accounts.map((account) => [account.id, account]));
    for (const { item, resolve } of batch) resolve(found.get(item) ?? null);
  });
  return {
    byKey(apiKey, asking) {
      // What was never a key of ours costs no query (S04); a copy costs no look at the key.
      const load = (leave?: Asking) =>
        isWellFormedApiKey(apiKey)
          ? askKey(secrets.hashKey(apiKey), leave)
          : Promise.resolve(malformed(apiKey));
      return byKey.get(digestOfKey(apiKey), () => load(asking), load);
    },
    byId: (accountId) => byId.get(accountId, () => ids.submit(accountId)),
    forget(accountId) {
      byKey.forget(accountId);
      byId.forget(accountId);
      services.forget(accountId);
    },
  };
}

function foundBy(row: KeyedRow, account: Account): KeyFound {
  if (row.key_state !== 'valid') return { type: row.key_state, language: row.language };
  const limits = { scope: row.scope, services: row.key_services, allowFrom: row.allow_from };
  return { type: 'valid', account, access: compileAccess(row.key_id, limits) };
}

/** Only what begins like a key can be mistyped; anything else is simply no key. */
function malformed(text: string): KeyFound {
  return { type: text.startsWith('jk_') ? 'mistyped' : 'unknown' };
}

function accountOf(row: AccountRow, services: AccountServices): Account {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    language: row.language,
    currency: row.currency,
    suspended: row.suspended,
    allowHttpCallbacks: row.allow_http_callbacks,
    parksPayouts: row.parks_payouts,
    rateLimit: row.rate_limit,
    operationMax: row.operation_max,
    hmac: row.hmac,
    services,
  };
}
