// Finds the account of a key and its permissions, in a short-lived memory cache, so that a request
// needs no query. An entry carries the account's version, which the writer compares under the
// lock: an operation is never opened on a stale entry. Reads may be stale by at most `cacheMs`,
// less when the change is notified.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Language } from '@jokko/contract';
import type { PriceEntry } from '../catalogue/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { createCache } from './cache.ts';
import { compileAccess } from './key-access.ts';
import type { KeyAccess, KeyScope } from './key-access.ts';
import { digestOfKey, isWellFormedApiKey } from './keys.ts';
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
  /** The largest amount of one operation in `currency`, in ten-thousandths; null: what the service says. */
  operationMax: bigint | null;
  /** Whether its POST requests must be signed, and its callbacks are (rules M1, C5). */
  hmac: boolean;
  /** Activated services, with the account's own price where it has one. */
  services: ReadonlyMap<string, PriceEntry | null>;
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
  /** Drops every copy: an account, a key or an activation changed. */
  forget(): void;
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
  services: { code: string; price: PriceEntry | null }[] | null;
}

interface KeyedRow extends AccountRow {
  key_hash: Buffer;
  key_id: number;
  scope: KeyScope;
  key_services: string[] | null;
  allow_from: string[] | null;
  key_state: 'valid' | 'expired' | 'revoked';
}

const accountColumns = `a.id, a.version, a.name, a.language, a.currency, a.suspended, a.allow_http_callbacks, a.parks_payouts, a.rate_limit, a.operation_max, a.hmac,
  (select json_agg(json_build_object('code', s.code_service, 'price', s.price)) from account_service s where s.account_id = a.id) as services`;
const selectByKeys: Statement = {
  name: 'select_accounts_by_keys',
  text: `select ${accountColumns}, k.key_hash, k.id as key_id, k.scope, k.services as key_services, k.allow_from,
      case when k.expires_at is null or k.expires_at > jokko_now() then 'valid'
        when k.revoked_at is null then 'expired' else 'revoked' end as key_state
    from api_key k join account a on a.id = k.account_id where k.key_hash = any ($1::bytea[])`,
};
const selectById: Statement = {
  name: 'select_account_by_id',
  text: `select ${accountColumns} from account a where a.id = $1`,
};

export function createDirectory(session: Session, secrets: Pick<Secrets, 'hashKey'>): Directory {
  // An empty look-up is not kept: a key made a moment later must work at once.
  const byKey = createCache<string, KeyFound>(
    (found) => found.type === 'valid' || found.type === 'expired' || found.type === 'revoked',
  );
  const byId = createCache<number, Account | null>((found) => found !== null);
  const ask = createKeyReader<KeyedRow, KeyFound>(session, {
    statement: selectByKeys,
    hashOf: (row) => row.key_hash,
    foundBy,
  });
  return {
    byKey(apiKey, asking) {
      // What was never a key of ours costs no query (S04).
      return byKey.get(digestOfKey(apiKey), () =>
        isWellFormedApiKey(apiKey)
          ? ask(secrets.hashKey(apiKey), asking)
          : Promise.resolve(malformed(apiKey)),
      );
    },
    byId: (accountId) =>
      byId.get(accountId, async () => {
        const [row] = await session.query<AccountRow>(selectById, [accountId]);
        return row === undefined ? null : accountOf(row);
      }),
    forget() {
      byKey.clear();
      byId.clear();
    },
  };
}

function foundBy(row: KeyedRow | undefined): KeyFound {
  if (row === undefined) return { type: 'unknown' };
  if (row.key_state !== 'valid') return { type: row.key_state, language: row.language };
  const limits = { scope: row.scope, services: row.key_services, allowFrom: row.allow_from };
  return { type: 'valid', account: accountOf(row), access: compileAccess(row.key_id, limits) };
}

/** Only what begins like a key can be mistyped; anything else is simply no key. */
function malformed(text: string): KeyFound {
  return { type: text.startsWith('jk_') ? 'mistyped' : 'unknown' };
}

function accountOf(row: AccountRow): Account {
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
    services: new Map((row.services ?? []).map(({ code, price }) => [code, price])),
  };
}
