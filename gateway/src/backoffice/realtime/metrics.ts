// Detects whether anything happened in any account, from what the server counts anyway, at
// almost no cost whatever the size of the tables. Nothing runs while no page is open.

import type { Session, Statement } from '../../platform/db/database.ts';
import { environment, type Timer } from '../../platform/environment.ts';

/**
 * Clients may cache metrics for this long: those notified of a change may have read old values, so
 * they are notified again.
 */
const keptMs = 10_000;

const readNumbers: Statement = {
  name: 'read_last_numbers',
  text: `
    select concat_ws('/', sum(pg_stat_get_tuples_inserted(oid)), (select last_value
      from operation_transition_id_seq)) as reported
    from pg_class where relkind = 'r' and relname like 'transfer%'
      and relnamespace = 'public'::regnamespace`,
};

/** `follow` tells of each change until the answered function is called. */
export function createMetricsWatch(
  session: Session,
  onError: (error: unknown) => void,
  everyMs: number,
) {
  const followers = new Set<() => void>();
  let timer: Timer | null = null;
  let before: string | null = null;
  /** When the last change that was not yet notified twice was seen, on the node's clock. */
  let changedAt: number | null = null;

  async function look(): Promise<void> {
    const [row] = await session.query<{ reported: string }>(readNumbers);
    const changed = before !== null && before !== row!.reported;
    before = row!.reported;
    const old = changedAt !== null && environment.monotonic() - changedAt > keptMs;
    if (!changed && !old) return;
    changedAt = changed ? environment.monotonic() : null;
    for (const notify of followers) notify();
  }

  function checkSoon(): void {
    timer = environment.startTimer(() => {
      look()
        .catch(onError)
        .finally(() => {
          timer = null;
          if (followers.size > 0) checkSoon();
          else before = changedAt = null;
        });
    }, everyMs);
    timer.unref();
  }

  return {
    follow(notify: () => void): () => void {
      followers.add(notify);
      if (timer === null) checkSoon();
      return () => void followers.delete(notify);
    },
    close(): void {
      followers.clear();
      if (timer !== null) environment.stopTimer(timer);
    },
  };
}
