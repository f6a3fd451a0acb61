// How is a refused call written down without making anybody wait? It is put into a queue in memory, which a task empties in batches. What finds
// the queue full is counted and forgotten: the log is for people who look for a mistake, and a mistake is made more than once.

import type { Session } from '../../db/database.ts';
import { forgetOldRefusals, storeRefusals } from './store.ts';

/** What may be told of a refused call. Nothing secret is in here any more. */
export interface RefusedCall {
  endpoint: string;
  code: number;
  error: string | null;
  message: string;
  fields: readonly { field: string; message: string }[];
  /** `jk_test_7` of an API key, `js_test_7` of an SMS app. */
  keyName: string;
  /** The number in it. */
  key: { kind: 'account' | 'app'; id: number };
  keyValid: boolean;
  address: string | null;
  requestId: string;
  durationMs: number;
  codeService: string | null;
  members: readonly Member[];
}
/** `value`: null where it is not told. `type`: of the JSON value, so that the call can be made again; absent in entries of before. */
export interface Member {
  name: string;
  value: string | null;
  type?: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';
}

export interface RefusalRecorder {
  /** Never fails and never waits. `describe` is asked only where there is room: under load a refusal costs next to nothing. */
  note(keyName: string, describe: () => RefusedCall): void;
  /** Writes some of what waits. True when more is left. */
  flush(): Promise<boolean>;
  /** Removes some of what is too old or too much. True when more may be left. */
  forgetOld(): Promise<boolean>;
  /** Calls that were not written down since the start. */
  readonly dropped: number;
}

export interface Waiting extends RefusedCall {
  /** ms, of this process. */
  notedAt: number;
}

/** Some MB. */
const waitingMax = 2_000;
/** So that who calls in a loop with one key does not keep others out. */
const waitingOfKeyMax = 200;
const batchMax = 500;

export function createRefusalRecorder(session: Session): RefusalRecorder {
  const waiting: Waiting[] = [];
  const byKey = new Map<string, number>();
  let dropped = 0;
  const leave = ({ keyName }: Waiting): void => {
    const left = (byKey.get(keyName) ?? 1) - 1;
    if (left === 0) byKey.delete(keyName);
    else byKey.set(keyName, left);
  };
  return {
    note(keyName, describe) {
      const ofKey = byKey.get(keyName) ?? 0;
      if (waiting.length >= waitingMax || ofKey >= waitingOfKeyMax) {
        dropped += 1;
        return;
      }
      try {
        waiting.push({ ...describe(), keyName, notedAt: performance.now() });
        byKey.set(keyName, ofKey + 1);
      } catch {
        // The answer to a request never depends on whether it could be written down.
        dropped += 1;
      }
    },
    async flush() {
      const batch = waiting.splice(0, batchMax);
      if (batch.length === 0) return false;
      for (const each of batch) leave(each);
      try {
        await storeRefusals(session, batch, performance.now());
      } catch (error) {
        dropped += batch.length;
        throw error;
      }
      return waiting.length > 0;
    },
    forgetOld: () => forgetOldRefusals(session),
    get dropped() {
      return dropped;
    },
  };
}
