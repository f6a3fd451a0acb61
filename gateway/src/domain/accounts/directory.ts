// Whose key is this, and what may the account do? Copies kept in memory for a moment, so that a request needs no query. A copy carries the
// account's version, which the writer compares under the lock: an operation is never opened on an old copy. Reads may be one old by at
// most `copyKeptMs`, less when the change is notified.

import type { Session, Statement } from '../../db/database.ts';
import type { Language } from '@jokko/contract';
import type { PriceEntry } from '../catalogue/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { isWellFormedApiKey } from './keys.ts';

export interface Account {
  id: number;
  version: number;
  name: string;
  language: Language;
  currency: string;
  suspended: boolean;
  allowHttpCallbacks: boolean;
  /** Whether its POST requests must be signed, and its callbacks are (rules M1, C5). */
  hmac: boolean;
  /** Activated services, with the account's own price where it has one. */
  services: ReadonlyMap<string, PriceEntry | null>;
}

export interface Directory {
  /** The account of a key that is valid now, or null. */
  byKey(apiKey: string): Promise<Account | null>;
  byId(accountId: number): Promise<Account | null>;
  /** Drops every copy: an account, a key or an activation changed. */
  forget(): void;
}

const copyKeptMs = 2_000;
const copiesMax = 10_000;

interface AccountRow {
  id: number;
  version: number;
  name: string;
  language: Language;
  currency: string;
  suspended: boolean;
  allow_http_callbacks: boolean;
  hmac: boolean;
  services: { code: string; price: PriceEntry | null }[] | null;
}

const accountColumns = `a.id, a.version, a.name, a.language, a.currency, a.suspended, a.allow_http_callbacks, a.hmac,
  (select json_agg(json_build_object('code', s.code_service, 'price', s.price)) from account_service s where s.account_id = a.id) as services`;
const selectByKey: Statement = {
  name: 'select_account_by_key',
  text: `select ${accountColumns} from api_key k join account a on a.id = k.account_id
    where k.key_hash = $1 and (k.expires_at is null or k.expires_at > jokko_now())`,
};
const selectById: Statement = { name: 'select_account_by_id', text: `select ${accountColumns} from account a where a.id = $1` };

export function createDirectory(session: Session, secrets: Pick<Secrets, 'hashKey'>): Directory {
  const copies = new Map<string, { account: Promise<Account | null>; keptUntil: number }>();
  const cached = (key: string, load: () => Promise<Account | null>): Promise<Account | null> => {
    const now = performance.now();
    const known = copies.get(key);
    if (known !== undefined && known.keptUntil > now) return known.account;
    if (copies.size >= copiesMax) copies.clear();
    const account = load();
    copies.set(key, { account, keptUntil: now + copyKeptMs });
    // A failed or empty look-up is not kept: a key made a moment later must work at once.
    account.then(
      (found) => {
        if (found === null) copies.delete(key);
      },
      () => copies.delete(key),
    );
    return account;
  };
  const load = async (statement: Statement, value: unknown): Promise<Account | null> => {
    const [row] = await session.query<AccountRow>(statement, [value]);
    return row === undefined ? null : accountOf(row);
  };
  return {
    byKey(apiKey) {
      const hash = secrets.hashKey(apiKey);
      // What was never a key of ours costs no query (S04).
      return cached(hash.toString('base64'), () => (isWellFormedApiKey(apiKey) ? load(selectByKey, hash) : Promise.resolve(null)));
    },
    byId: (accountId) => cached(`#${accountId}`, () => load(selectById, accountId)),
    forget() {
      copies.clear();
    },
  };
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
    hmac: row.hmac,
    services: new Map((row.services ?? []).map(({ code, price }) => [code, price])),
  };
}
