// When was it? How long ago, with the exact moment beside it or on pointing; in the person's time zone.

import { useSyncExternalStore } from 'react';
import { useFormat } from '../language/index.ts';

const tickMs = 30_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

/** One clock for all times on a page. */
function useNow(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      now = Date.now();
      timer ??= setInterval(() => {
        now = Date.now();
        for (const each of listeners) each();
      }, tickMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
    () => now,
  );
}

/** `ago`: "il y a 5 minutes"; `exact`: to the second; `both`: one beside the other. */
export function When({ at, show = 'ago' }: { at: string | number; show?: 'ago' | 'exact' | 'both' | 'day' }) {
  const present = useNow();
  const format = useFormat();
  const exact = format.moment(at, show === 'day' ? 'day' : 'second');
  const ago = format.ago(at, present);
  return (
    <time dateTime={new Date(at).toISOString()} title={show === 'exact' ? ago : format.moment(at, 'second')} className="when">
      {show === 'ago' ? ago : show === 'both' ? `${exact} · ${ago}` : exact}
    </time>
  );
}
