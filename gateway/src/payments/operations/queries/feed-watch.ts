// Tells who follows an account that its feed has grown. All accounts that are followed are looked
// at together, by one statement each time; nothing runs while none is.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { environment, type Timer } from '../../../platform/environment.ts';

/** A result is on a developer's machine within 300 ms; this is what waiting for it may take. */
const lookEveryMs = 100;
/** While the database is away. */
const lookAgainMs = 1_000;

export interface FeedWatch {
  /**
   * Calls `notify` after each new event of the account until the answered function is called. Once
   * at the beginning, too.
   */
  follow(accountId: number, notify: () => void): () => void;
  /** The place of the account's newest event; 0 where there is none. */
  newestPlace(accountId: number): Promise<bigint>;
}

// The condition is that of the index operation_transition_event.
const selectNewestPlaces: Statement = {
  name: 'select_newest_event_places',
  text: `
    select a.id as account_id, coalesce(e.id, 0) as place
    from unnest($1::integer[]) as a(id)
    left join lateral (
      select id from operation_transition
      where account_id = a.id
        and to_state in ('SUCCESS', 'FAILED', 'CANCELED', 'REFUNDED')
          and (from_state <> 'REFUNDING' or to_state = 'REFUNDED')
      order by account_id desc, id desc limit 1
    ) e on true`,
};

interface PlaceRow {
  account_id: number;
  place: bigint;
}

const readPlaces = (session: Session, accountIds: readonly number[]): Promise<PlaceRow[]> =>
  session.query<PlaceRow>(selectNewestPlaces, [accountIds]);

export function createFeedWatch(session: Session, onError: (error: unknown) => void): FeedWatch {
  const followers = new Map<number, Set<() => void>>();
  const seen = new Map<number, bigint>();
  let timer: Timer | null = null;

  async function look(): Promise<void> {
    for (const { account_id, place } of await readPlaces(session, [...followers.keys()])) {
      if (seen.get(account_id) === place) continue;
      seen.set(account_id, place);
      followers.get(account_id)?.forEach((notify) => notify());
    }
  }

  function lookIn(delayMs: number): void {
    timer = environment.startTimer(() => {
      let nextInMs = lookEveryMs;
      look()
        .catch((error: unknown) => {
          nextInMs = lookAgainMs;
          onError(error);
        })
        .finally(() => {
          timer = null;
          if (followers.size > 0) lookIn(nextInMs);
        });
    }, delayMs);
    timer.unref();
  }

  return {
    follow(accountId, notify) {
      const others = followers.get(accountId) ?? new Set();
      followers.set(accountId, others.add(notify));
      notify();
      if (timer === null) lookIn(lookEveryMs);
      return () => {
        others.delete(notify);
        if (others.size > 0 || followers.get(accountId) !== others) return;
        followers.delete(accountId);
        seen.delete(accountId);
      };
    },
    async newestPlace(accountId) {
      const [row] = await readPlaces(session, [accountId]);
      return row!.place;
    },
  };
}
