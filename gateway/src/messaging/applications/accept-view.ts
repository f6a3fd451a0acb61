// Reads what the writer needs before it accepts requests: accounts under their lock, their
// balances, what was accepted under the same keys, opt-outs, and what was sent recently.

import { lockAccounts, lockStatements } from '../../platform/db/account-locks.ts';
import type { Connection, Session, Statement } from '../../platform/db/database.ts';
import type { WaitFor } from '../../platform/db/group-commit.ts';
import { bytesArray, plainArray, textArray } from '../../platform/db/array-text.ts';
import { settleAll } from '../../platform/db/settle-all.ts';
import { loadBalances, type BalanceRow } from '../../payments/ledger/index.ts';
import { loadRoutingVersion } from '../routing/index.ts';
import type { Order } from './order.ts';

const accountLocks = lockStatements(
  'lock_accounts_for_sms',
  'id, version, suspended, jokko_now() as now',
);
const selectRepeated: Statement = {
  name: 'select_sms_batches_by_key',
  text: `
    select b.app_id, b.idempotency_key as key, b.fingerprint, b.id, b.recipients
      from unnest($1::integer[], $2::text[]) as asked(app_id, key)
      join sms_batch b on b.app_id = asked.app_id and b.idempotency_key = asked.key
        where b.idempotency_key is not null`,
};
const selectWithOptOuts: Statement = {
  name: 'select_sms_apps_with_opt_outs',
  text: `select app_id from unnest($1::integer[]) as asked(app_id)
    where exists (select from sms_opt_out o where o.app_id = asked.app_id)`,
};
const selectOptOuts: Statement = {
  name: 'select_sms_opt_outs_of',
  text: `
    select app_id, msisdn::text as msisdn from unnest($1::integer[], $2::bigint[]) as asked(app_id,
      msisdn)
    where exists (select from sms_opt_out o where o.app_id = asked.app_id
      and o.msisdn = asked.msisdn)`,
};
const selectRecent: Statement = {
  name: 'select_sms_recent_of',
  text: `
    select app_id, encode(text_hash, 'hex') as text_hash, msisdn::text as msisdn
    from unnest($1::integer[], $2::bytea[], $3::bigint[]) as asked(app_id, text_hash, msisdn)
    where exists (
      select from sms_recent r
      where r.app_id = asked.app_id and r.text_hash = asked.text_hash and r.msisdn = asked.msisdn
        and r.until > $4
    )`,
};

/** What an app's earlier request was accepted as. */
export interface Repeated {
  /** Digits. */
  batchId: string;
  recipients: number;
  fingerprint: Buffer;
}

export interface AcceptView {
  now: Date;
  accounts: ReadonlyMap<number, { version: number; suspended: boolean }>;
  /** The version of the routing in force. */
  routingVersion: number;
  /** By account and currency (`balanceKey`). */
  balances: Map<string, BalanceRow>;
  /** By app and key (`repeatKey`). */
  repeated: Map<string, Repeated>;
  /** By app. */
  optedOut: ReadonlyMap<number, ReadonlySet<string>>;
  /** By app and text (`recentKey`). */
  recent: Map<string, Set<string>>;
}

export const balanceKey = (accountId: number, currency: string): string =>
  `${accountId} ${currency}`;
export const repeatKey = (appId: number, key: string): string => `${appId} ${key}`;
export const recentKey = (appId: number, textHash: Buffer): string =>
  `${appId} ${textHash.toString('hex')}`;

interface LockRow {
  id: number;
  version: number;
  suspended: boolean;
  now: Date;
}

/**
 * Begins the transaction and locks the accounts. Each statement sees what was committed before the
 * lock. Null: somebody else holds all of them.
 */
export async function loadAcceptView(
  connection: Connection,
  orders: readonly Order[],
  waitFor: WaitFor,
): Promise<AcceptView | null> {
  const accountIds = distinct(orders.map(({ app }) => app.accountId)).sort(
    (one, other) => one - other,
  );
  const withKey = orders.filter(({ idempotency }) => idempotency !== null);
  const [, locked, routingVersion, balances, repeated, withOptOuts] = await settleAll([
    connection.query({ name: 'begin', text: 'begin' }),
    lockAccounts<LockRow>(connection, accountLocks, accountIds, waitFor),
    // Behind the lock: no import of a routing is under way that would not see what we store.
    loadRoutingVersion(connection),
    loadBalances(connection, accountIds),
    withKey.length === 0
      ? []
      : loadRepeated(
          connection,
          withKey.map(({ app, idempotency }) => ({ appId: app.id, key: idempotency!.key })),
        ),
    connection.query<{ app_id: number }>(selectWithOptOuts, [
      plainArray(distinct(orders.map(({ app }) => app.id))),
    ]),
  ] as const);
  const [first] = locked;
  if (first === undefined) return null;
  const withList = new Set(withOptOuts.map((row) => row.app_id));
  const asked = orders.filter(({ app }) => withList.has(app.id));
  const withWindow = orders.filter(({ textHash }) => textHash !== null);
  const [optedOut, recent] = await settleAll([
    asked.length === 0 ? new Map<number, Set<string>>() : loadOptedOut(connection, asked),
    withWindow.length === 0
      ? new Map<string, Set<string>>()
      : loadRecent(connection, withWindow, first.now),
  ] as const);
  return {
    now: first.now,
    accounts: new Map(locked.map(({ id, version, suspended }) => [id, { version, suspended }])),
    routingVersion,
    balances: new Map(balances.map((row) => [balanceKey(row.account_id, row.currency), row])),
    repeated: new Map(repeated.map((row) => [repeatKey(row.app_id, row.key), repeatedOf(row)])),
    optedOut,
    recent,
  };
}

const distinct = (values: readonly number[]): number[] => [...new Set(values)];

/** The batch that was accepted under a key of the app. */
export async function findRepeated(
  session: Session,
  appId: number,
  key: string,
): Promise<Repeated | null> {
  const [row] = await loadRepeated(session, [{ appId, key }]);
  return row === undefined ? null : repeatedOf(row);
}

interface RepeatedRow {
  app_id: number;
  key: string;
  fingerprint: Buffer;
  id: bigint;
  recipients: number;
}

function loadRepeated(
  session: Session,
  asked: readonly { appId: number; key: string }[],
): Promise<RepeatedRow[]> {
  return session.query<RepeatedRow>(selectRepeated, [
    plainArray(asked.map(({ appId }) => appId)),
    textArray(asked.map(({ key }) => key)),
  ]);
}

const repeatedOf = ({ id, recipients, fingerprint }: RepeatedRow): Repeated => ({
  batchId: String(id),
  recipients,
  fingerprint,
});

async function loadOptedOut(
  connection: Connection,
  orders: readonly Order[],
): Promise<Map<number, Set<string>>> {
  const rows = await connection.query<{ app_id: number; msisdn: string }>(selectOptOuts, [
    plainArray(orders.flatMap(({ app, recipients }) => recipients.msisdns.map(() => app.id))),
    plainArray(orders.flatMap(({ recipients }) => recipients.msisdns)),
  ]);
  const found = new Map<number, Set<string>>();
  for (const { app_id, msisdn } of rows) addTo(found, app_id, msisdn);
  return found;
}

async function loadRecent(
  connection: Connection,
  orders: readonly Order[],
  now: Date,
): Promise<Map<string, Set<string>>> {
  const rows = await connection.query<{ app_id: number; text_hash: string; msisdn: string }>(
    selectRecent,
    [
      plainArray(orders.flatMap(({ app, recipients }) => recipients.msisdns.map(() => app.id))),
      bytesArray(
        orders.flatMap(({ textHash, recipients }) => recipients.msisdns.map(() => textHash)),
      ),
      plainArray(orders.flatMap(({ recipients }) => recipients.msisdns)),
      now,
    ],
  );
  const found = new Map<string, Set<string>>();
  for (const { app_id, text_hash, msisdn } of rows) addTo(found, `${app_id} ${text_hash}`, msisdn);
  return found;
}

function addTo<Key>(sets: Map<Key, Set<string>>, key: Key, value: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}
