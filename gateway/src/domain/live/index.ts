// What changes while somebody looks at a page? Once a second the node asks for all accounts whose pages are open at once; changes of an
// account's settings come as notifications. Nothing runs while nobody looks.

import type { Session, Statement } from '../../db/database.ts';
import { listen } from '../../db/listen.ts';
import { accountChannel } from '../accounts/index.ts';
import { createFiguresWatch } from './figures.ts';

export type Change = 'begin' | 'operation' | 'callback' | 'payout' | 'account';

export interface LiveChanges {
  /** Calls `tell` for each change of the account until the answered function is called. `begin` comes when changes may have been missed. */
  follow(accountId: number, tell: (change: Change) => void): () => void;
  /** Calls `tell` when something has happened in any account, every few seconds at most. */
  followAll(tell: () => void): () => void;
  close(): Promise<void>;
}

const everyMs = 1_000;

// The newest row of each kind, found at the end of an index. The conditions are those of the index operation_transition_event.
const readStates: Statement = {
  name: 'read_live_states',
  text: `select a.id as "accountId", concat_ws('/', t.id, e.id) as operation, c.told as callback, p.told as payout
    from unnest($1::integer[]) as a(id)
      left join lateral (select id from transfer where account_id = a.id order by account_id desc, id desc limit 1) as t on true
      left join lateral (
        select id, operation_id from operation_transition where account_id = a.id
          and to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED') and (from_state <> 'REFUNDING' or to_state = 'REFUNDED')
        order by account_id desc, id desc limit 1) as e on true
      left join lateral (
        select string_agg(concat_ws('/', second, state, attempts), ' ' order by second) as told from callback
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

/** `url`: of the database, for a connection that listens. */
export function createLiveChanges(session: Session, url: string, onError: (error: unknown) => void): LiveChanges {
  const followers = new Map<number, Set<(change: Change) => void>>();
  const states = new Map<number, State>();
  const figures = createFiguresWatch(session, onError);
  const tell = (accountId: number, change: Change) => followers.get(accountId)?.forEach((follower) => follower(change));
  let timer: NodeJS.Timeout | null = null;
  let listener: ReturnType<typeof listen> | null = null;

  async function look(): Promise<void> {
    const rows = await session.query<State>(readStates, [[...followers.keys()]]);
    for (const row of rows) {
      const before = states.get(row.accountId);
      states.set(row.accountId, row);
      if (before !== undefined && before.operation !== row.operation) tell(row.accountId, 'operation');
      if (before !== undefined && before.callback !== row.callback) tell(row.accountId, 'callback');
      if (before !== undefined && before.payout !== row.payout) tell(row.accountId, 'payout');
    }
  }

  function lookSoon(): void {
    timer = setTimeout(() => {
      look()
        .catch(onError)
        .finally(() => {
          timer = null;
          if (followers.size > 0) lookSoon();
        });
    }, everyMs);
    timer.unref();
  }

  function hear(channel: string | null, payload: string): void {
    if (channel === null) for (const accountId of followers.keys()) tell(accountId, 'begin');
    else tell(Number(payload), 'account');
  }

  return {
    follow(accountId, follower) {
      const others = followers.get(accountId) ?? new Set();
      followers.set(accountId, others.add(follower));
      listener ??= listen(url, [accountChannel], hear);
      if (timer === null) lookSoon();
      return () => {
        others.delete(follower);
        if (others.size > 0 || followers.get(accountId) !== others) return;
        followers.delete(accountId);
        states.delete(accountId);
      };
    },
    followAll: figures.follow,
    async close() {
      figures.close();
      followers.clear();
      if (timer !== null) clearTimeout(timer);
      await listener?.close();
    },
  };
}
