// Has anything happened in any account? The numbers that the next rows would get tell it for next to nothing, whatever the size of the tables.
// Nothing runs while nobody looks.

import type { Session, Statement } from '../../db/database.ts';

const everyMs = 3_000;
/** Readers of figures may keep them for so long: who was told at the change has read old ones, and is told once more. */
const keptMs = 10_000;

const readNumbers: Statement = {
  name: 'read_last_numbers',
  text: `select concat_ws('/', (select last_value from transfer_id_seq), (select last_value from operation_transition_id_seq)) as told`,
};

/** `follow` tells of each change until the answered function is called. */
export function createFiguresWatch(session: Session, onError: (error: unknown) => void) {
  const followers = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let before: string | null = null;
  /** When the last change that nobody has been told of twice was seen, on the node's clock. */
  let changedAt: number | null = null;

  async function look(): Promise<void> {
    const [row] = await session.query<{ told: string }>(readNumbers);
    const changed = before !== null && before !== row!.told;
    before = row!.told;
    const old = changedAt !== null && performance.now() - changedAt > keptMs;
    if (!changed && !old) return;
    changedAt = changed ? performance.now() : null;
    for (const tell of followers) tell();
  }

  function lookSoon(): void {
    timer = setTimeout(() => {
      look()
        .catch(onError)
        .finally(() => {
          timer = null;
          if (followers.size > 0) lookSoon();
          else before = changedAt = null;
        });
    }, everyMs);
    timer.unref();
  }

  return {
    follow(tell: () => void): () => void {
      followers.add(tell);
      if (timer === null) lookSoon();
      return () => void followers.delete(tell);
    },
    close(): void {
      followers.clear();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
