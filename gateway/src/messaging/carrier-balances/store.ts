// Rows of the balances that carriers told: one for each SMS connection whose carrier tells one.

import type { SmsBalance, SmsBalanceResult } from '@jokko/connectors/kit';
import type { Session, Statement } from '../../platform/db/database.ts';

type Failed = Extract<SmsBalanceResult, { ok: false }>;

export interface CarrierBalance {
  /** As it was read last; null: never yet. */
  balance: (SmsBalance & { readAt: Date }) | null;
  /** Why it has not been read since; null: the newest reading succeeded. */
  failure: (Pick<Failed, 'why' | 'said'> & { since: Date }) | null;
}

// By PostgreSQL's own clock: the sandbox's may be moved.
const lease: Statement = {
  name: 'lease_carrier_balance',
  text: `insert into carrier_balance (connection, next_at)
    values ($1, now() + $2 * interval '1 second')
    on conflict (connection) do update set next_at = excluded.next_at
      where carrier_balance.next_at <= now() returning connection`,
};
const save: Statement = {
  name: 'save_carrier_balance',
  text: `update carrier_balance set currency = $2, available = $3, read_at = jokko_now(),
    failure = null, said = null, failing_since = null
    where connection = $1`,
};
// What was read before stays: nobody knows of another one.
const saveFailure: Statement = {
  name: 'save_carrier_balance_failure',
  text: `update carrier_balance set failure = $2, said = $3, failing_since = coalesce(failing_since,
    jokko_now()) where connection = $1`,
};
const removeOthers: Statement = {
  name: 'remove_other_carrier_balances',
  text: 'delete from carrier_balance where connection <> all ($1)',
};
const select: Statement = {
  name: 'load_carrier_balances',
  text: `select connection, currency, available, read_at as "readAt", failure as why, said,
    failing_since as since
    from carrier_balance where read_at is not null or failure is not null order by connection`,
};

/**
 * Whether it is this node's turn to ask for the balance of a connection; nobody else's for
 * `seconds`.
 */
export const leaseBalance = async (
  session: Session,
  connection: string,
  seconds: number,
): Promise<boolean> => (await session.query(lease, [connection, seconds])).length > 0;

export async function saveBalance(
  session: Session,
  connection: string,
  told: SmsBalanceResult,
): Promise<void> {
  await (told.ok
    ? session.query(save, [connection, told.currency, told.available])
    : session.query(saveFailure, [connection, told.why, told.said]));
}

/** Removes those of connections that are not there any more, or whose carriers tell none. */
export async function keepBalancesOf(
  session: Session,
  connections: readonly string[],
): Promise<void> {
  await session.query(removeOthers, [connections]);
}

/** By the names of connections; a connection whose carrier was never asked is not in it. */
export type CarrierBalances = ReadonlyMap<string, CarrierBalance>;

interface Row {
  connection: string;
  currency: string | null;
  available: bigint | null;
  readAt: Date | null;
  why: Failed['why'] | null;
  said: string | null;
  since: Date | null;
}

export async function loadCarrierBalances(session: Session): Promise<CarrierBalances> {
  const rows = await session.query<Row>(select);
  return new Map(
    rows.map(({ connection, currency, available, readAt, why, said, since }) => [
      connection,
      {
        balance: readAt === null ? null : { currency: currency!, available: available!, readAt },
        failure: since === null ? null : { why: why!, said: said!, since },
      },
    ]),
  );
}
