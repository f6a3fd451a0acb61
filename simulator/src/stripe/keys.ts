// Idempotency keys: the first answer under a key is given again for 24 hours; other parameters
// under the same key are an error, and a request whose first one is still at work is refused.

export interface Answer {
  status: number;
  body: unknown;
}
/** Null: no answer is ever given. */
export type Outcome = Answer | null;
export type KeyCheck =
  { kind: 'new' } | { kind: 'replay'; answer: Answer } | { kind: 'other' } | { kind: 'busy' };

export interface KeyStore {
  check(key: string, fingerprint: string): KeyCheck;
  begin(key: string, fingerprint: string): void;
  /** `answer` null: nothing is kept, and the key is free again. */
  end(key: string, answer: Answer | null): void;
}

const lifeMs = 24 * 3_600_000;
const keysMax = 20_000;

interface Entry {
  fingerprint: string;
  answer: Answer | null;
  untilMs: number;
}

export function createKeyStore(nowMs: () => number): KeyStore {
  const entries = new Map<string, Entry>();
  return {
    check(key, fingerprint) {
      const entry = entries.get(key);
      if (entry === undefined || entry.untilMs <= nowMs()) return { kind: 'new' };
      if (entry.fingerprint !== fingerprint) return { kind: 'other' };
      return entry.answer === null ? { kind: 'busy' } : { kind: 'replay', answer: entry.answer };
    },
    begin(key, fingerprint) {
      entries.set(key, { fingerprint, answer: null, untilMs: nowMs() + lifeMs });
      for (const oldest of entries.keys()) {
        if (entries.size <= keysMax) break;
        entries.delete(oldest);
      }
    },
    end(key, answer) {
      const entry = entries.get(key);
      if (answer === null) entries.delete(key);
      else if (entry !== undefined) entry.answer = answer;
    },
  };
}
