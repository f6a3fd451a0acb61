// Publishes changes to open pages. Once a second the node queries all accounts whose pages are
// open, together; changes of an account's settings come as notifications. Nothing runs while no
// page is open.

import type { Session, Statement } from '../../platform/db/database.ts';
import { listen } from '../../platform/db/listen.ts';
import { accountChannel } from '../../payments/accounts/index.ts';
import { createMetricsWatch } from './metrics.ts';
import { environment, type Timer } from '../../platform/environment.ts';

export type Change = 'begin' | 'operation' | 'callback' | 'payout' | 'account';

export interface RealtimeChanges {
  /**
   * Calls `notify` for each change of the account until the answered function is called. `begin`
   * comes when changes may have been missed.
   */
  follow(accountId: number, notify: (change: Change) => void): () => void;
  /** Calls `notify` when something has happened in any account, every few seconds at most. */
  followAll(notify: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Between two looks: at the accounts whose pages are open, and at whether anything has happened in
 * any account.
 */
interface LookIntervals {
  accountsMs: number;
  metricsMs: number;
}
const usualPace: LookIntervals = { accountsMs: 1_000, metricsMs: 3_000 };

// The newest row of each kind, found at the end of an index. The conditions are those of the index
// operation_transition_event.
const readStates: Statement = {
  name: 'read_live_states',
  text: `select a.id as "accountId", concat_ws('/', t.id, e.id) as operation, c.told as callback,
    p.told as payout
    from unnest($1::integer[]) as a(id)
      left join lateral (select id from transfer where account_id = a.id order by account_id desc,
        id desc limit 1) as t on true
      left join lateral (
        select id, operation_id from operation_transition where account_id = a.id
          and to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED')
            and (from_state <> 'REFUNDING' or to_state = 'REFUNDED')
        order by account_id desc, id desc limit 1) as e on true
      left join lateral (
        select string_agg(concat_ws('/', second, state, attempts), ' ' order by second) as told
          from callback
        where operation_id = e.operation_id and account_id = a.id) as c on true
      left join lateral (
        select concat_ws('/', id, changed_at) as told from payout_batch where account_id = a.id
        order by account_id desc, changed_at desc limit 1) as p on true`,
};

interface State {
  accountId: number;
  operation: string;
  callback: string | null;
  payout: string | null;
}

const watched = ['operation', 'callback', 'payout'] as const;

/** `url`: of the database, for a connection that listens. */
export function createRealtimeChanges(
  session: Session,
  url: string,
  onError: (error: unknown) => void,
  { accountsMs, metricsMs } = usualPace,
): RealtimeChanges {
  const followers = new Map<number, Set<(change: Change) => void>>();
  const states = new Map<number, State>();
  const metrics = createMetricsWatch(session, onError, metricsMs);
  const notify = (accountId: number, change: Change) =>
    followers.get(accountId)?.forEach((follower) => follower(change));
  let timer: Timer | null = null;
  let listener: ReturnType<typeof listen> | null = null;

  async function look(): Promise<void> {
    const rows = await session.query<State>(readStates, [[...followers.keys()]]);
    for (const row of rows) {
      const before = states.get(row.accountId);
      states.set(row.accountId, row);
      if (before === undefined) continue;
      for (const change of watched)
        if (before[change] !== row[change]) notify(row.accountId, change);
    }
  }

  function checkSoon(): void {
    timer = environment.startTimer(() => {
      look()
        .catch(onError)
        .finally(() => {
          timer = null;
          if (followers.size > 0) checkSoon();
        });
    }, accountsMs);
    timer.unref();
  }

  function handleNotification(channel: string | null, payload: string): void {
    if (channel === null) for (const accountId of followers.keys()) notify(accountId, 'begin');
    else notify(Number(payload), 'account');
  }

  return {
    follow(accountId, follower) {
      const others = followers.get(accountId) ?? new Set();
      followers.set(accountId, others.add(follower));
      listener ??= listen(url, [accountChannel], handleNotification);
      if (timer === null) checkSoon();
      return () => {
        others.delete(follower);
        if (others.size > 0 || followers.get(accountId) !== others) return;
        followers.delete(accountId);
        states.delete(accountId);
      };
    },
    followAll: metrics.follow,
    async close() {
      metrics.close();
      followers.clear();
      if (timer !== null) environment.stopTimer(timer);
      await listener?.close();
    },
  };
}
