// Gathers what was counted of one subject into what it is judged by. Pure.

import { addCounted, addOutcomes, nothingOf, type Counted } from './counters.ts';
import type { Evidence } from './judge.ts';
import { noDurations } from './latency.ts';
import { noOutcomes } from './subject.ts';

const lastMinuteMs = 60_000;

/**
 * `rows` of one subject, the newest first, of the time that is read; of them what is younger than
 * `windowMs` before `nowMs` is judged.
 */
export function gather(
  rows: readonly (Counted & { at: Date })[],
  nowMs: number,
  windowMs: number,
): Pick<Evidence, 'window' | 'judged' | 'parts' | 'lastMinute'> {
  const window = { counts: noOutcomes(), callMs: noDurations() };
  const judged = noOutcomes();
  const lastMinute = noOutcomes();
  const parts = [];
  for (const row of rows) {
    const ageMs = nowMs - row.at.getTime();
    addCounted({ ...nothingOf(row), ...window }, row);
    if (ageMs < lastMinuteMs) addOutcomes(lastMinute, row.counts);
    if (ageMs >= windowMs) continue;
    parts.push(row.counts);
    addOutcomes(judged, row.counts);
  }
  return { window, judged, parts, lastMinute };
}
