// Finds the SMS app of a key and its permissions, in copies like those of accounts.
// The writer compares its version under the lock, so that nothing is accepted on a stale entry.

import type { Language } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';
import {
  createCopies,
  createKeyReader,
  digestOfKey,
  isWellFormedApiKey,
  type Asking,
} from '../../payments/accounts/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';

/** An app with what counts of its account. */
export interface SmsApp {
  id: number;
  accountId: number;
  /** The version of the account; grows with every change of it and of its apps. */
  version: number;
  language: Language;
  currency: string;
  suspended: boolean;
  /** Calls a second of the account. Null: what the installation says; 0: no limit. */
  rateLimit: number | null;
  acceptWithoutPlus: boolean;
  transliterate: boolean;
  partsMax: number;
  validityMs: number;
  /** Null: equal messages are not looked for. */
  duplicateWindowMs: number | null;
  /** Minutes of the day, local time of the recipient's country; may pass midnight. */
  quiet: { from: number; until: number } | null;
  /** Where delivery reports go unless a request names another address; null: none are pushed. */
  reportUrl: string | null;
}

/** Only who has the whole key learns that it has ended. */
export type AppFound =
  | { type: 'valid'; app: SmsApp }
  | { type: 'revoked' | 'replaced'; language: Language }
  /** Its check is wrong: a character is missing or mistyped. */
  | { type: 'mistyped' }
  | { type: 'unknown' }
  /** It was not looked up: `asking` did not let it. */
  | { type: 'notNow' };

export interface AppDirectory {
  /** Without `asking` the database is asked in any case. */
  byKey(appKey: string, asking?: Asking): Promise<AppFound>;
  /** Drops the copies of an account that changed, with its apps; absent: of all. */
  forget(accountId?: number): void;
}

interface AppRow {
  /** That was asked for. */
  asked: Buffer;
  id: number;
  account_id: number;
  version: number;
  language: Language;
  currency: string;
  suspended: boolean;
  rate_limit: number | null;
  accept_without_plus: boolean;
  transliterate: boolean;
  parts_max: number;
  validity_ms: number;
  duplicate_window_ms: number | null;
  report_url: string | null;
  quiet_from: number | null;
  quiet_until: number | null;
  state: 'valid' | 'revoked' | 'replaced';
}

const columns = `
    p.id, p.account_id, a.version, a.language, a.currency, a.suspended, a.rate_limit,
      a.sms_accept_without_plus as accept_without_plus,
    p.transliterate, p.parts_max, (extract(epoch from p.validity) * 1000)::float8 as validity_ms,
    (extract(epoch from p.duplicate_window) * 1000)::float8 as duplicate_window_ms,
    p.report_url, (extract(epoch from p.quiet_from) / 60)::integer as quiet_from,
      (extract(epoch from p.quiet_until) / 60)::integer as quiet_until`;

const appsWith = (key: 'key_hash' | 'old_key_hash'): string => `
      select id, account_id, key_hash, old_key_until, revoked_at, transliterate, parts_max,
        validity, duplicate_window, quiet_from, quiet_until, report_url
      from sms_app where ${key} = k.asked`;
const selectOfAccount: Statement = {
  name: 'select_sms_app_of_account',
  text: `select ${columns} from sms_app p join account a on a.id = p.account_id where p.id = $1
    and p.account_id = $2 and p.revoked_at is null`,
};
const selectByKeys: Statement = {
  name: 'select_sms_apps_by_keys',
  text: `
    select k.asked, ${columns},
      case when p.revoked_at is not null then 'revoked' when p.key_hash = k.asked
        or p.old_key_until > jokko_now() then 'valid' else 'replaced' end as state
    from unnest($1::bytea[]) as k(asked)
    cross join lateral (${appsWith('key_hash')} union all ${appsWith('old_key_hash')}) p
    join account a on a.id = p.account_id`,
};

const keyCharactersMax = 200;

export function createAppDirectory(
  session: Session,
  secrets: Pick<Secrets, 'hashKey'>,
): AppDirectory {
  // An empty look-up is not kept: an app made a moment later must work at once.
  const copies = createCopies<string, AppFound>({
    isKept: ({ type }) => type !== 'unknown' && type !== 'notNow',
    accountOf: (found) => (found.type === 'valid' ? found.app.accountId : null),
  });
  const ask = createKeyReader<AppRow, AppFound>(session, {
    statement: selectByKeys,
    hashOf: (row) => row.asked,
    read: (rows) => Promise.resolve(rows.map(foundBy)),
    none: { type: 'unknown' },
  });
  return {
    byKey(appKey, asking) {
      // What was never a key of ours costs neither hash nor query.
      if (appKey.length > keyCharactersMax || !isWellFormedApiKey(appKey, 'js')) {
        return Promise.resolve({ type: appKey.startsWith('js_') ? 'mistyped' : 'unknown' });
      }
      const load = (leave?: Asking) => ask(secrets.hashKey(appKey), leave);
      return copies.get(digestOfKey(appKey), () => load(asking), load);
    },
    forget: copies.forget,
  };
}

function foundBy(row: AppRow): AppFound {
  return row.state === 'valid'
    ? { type: 'valid', app: appOf(row) }
    : { type: row.state, language: row.language };
}

/**
 * An app by its number, for the people of its account. Null when the account has no such app, or it
 * was revoked.
 */
export async function findOwnApp(
  session: Session,
  id: number,
  accountId: number,
): Promise<SmsApp | null> {
  const [row] = await session.query<Omit<AppRow, 'state'>>(selectOfAccount, [id, accountId]);
  return row === undefined ? null : appOf(row);
}

function appOf(row: Omit<AppRow, 'state'>): SmsApp {
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    language: row.language,
    currency: row.currency,
    suspended: row.suspended,
    rateLimit: row.rate_limit,
    acceptWithoutPlus: row.accept_without_plus,
    transliterate: row.transliterate,
    partsMax: row.parts_max,
    validityMs: row.validity_ms,
    duplicateWindowMs: row.duplicate_window_ms,
    reportUrl: row.report_url,
    quiet:
      row.quiet_from === null || row.quiet_until === null
        ? null
        : { from: row.quiet_from, until: row.quiet_until },
  };
}
