// Virtual time: a heap of events, run one after the other. After each event everything that it woke
// comes to rest before the next one begins, so that a run is the same every time.

import { createHash } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';

export interface Event {
  readonly at: number;
  cancelled: boolean;
  /** Nothing waits for it: time may be skipped past it. */
  idle: boolean;
}

export interface Ticker {
  stopped: boolean;
}

export interface Timeline {
  /** ms since 1970, virtual. */
  readonly now: number;
  /**
   * Runs `run` after `delayMs`; events of the same moment run in the order in which they were
   * added.
   */
  after(delayMs: number, name: string, run: () => void | Promise<void>): Event;
  /**
   * Runs `run` at intervals, as part of whatever event comes next: nothing happens for its sake
   * alone.
   */
  every(intervalMs: number, run: () => void): Ticker;
  /** Runs `run` before the next event, once what is under way has had its turn. */
  nextTurn(run: () => void): void;
  /** When the next event is due that is not idle; null when there is none. */
  next(): number | null;
  /** Runs the next event, idle or not. */
  step(): Promise<void>;
  /** Jumps to a moment before which nothing but idle events is due. */
  jumpTo(at: number): void;
  /** Notes what happened; part of what is compared between two runs of a seed. */
  note(line: string): void;
  /** The last lines noted. */
  readonly lines: readonly string[];
  hash(): string;
}

interface Entry extends Event {
  order: number;
  name: string;
  run(): void | Promise<void>;
}

const linesMax = 20_000;

export function createTimeline(startAt: number): Timeline {
  let now = startAt;
  let added = 0;
  let turns: (() => void)[] = [];
  let tickers: (Ticker & { dueAt: number; intervalMs: number; run(): void })[] = [];
  const heap: Entry[] = [];
  const lines: string[] = [];
  const digest = createHash('sha256');
  const note = (line: string): void => {
    const text = `${((now - startAt) / 1_000).toFixed(3)} ${line}`;
    digest.update(text).update('\n');
    if (lines.length < linesMax) lines.push(text);
  };
  const rest = async (): Promise<void> => {
    for (;;) {
      await othersTurn();
      if (turns.length === 0) return;
      const due = turns;
      turns = [];
      for (const run of due) run();
    }
  };
  const tick = (): void => {
    tickers = tickers.filter(({ stopped }) => !stopped);
    for (const ticker of tickers) {
      if (ticker.dueAt > now) continue;
      ticker.dueAt = now + ticker.intervalMs;
      ticker.run();
    }
  };
  return {
    get now() {
      return now;
    },
    lines,
    note,
    after(delayMs, name, run) {
      const entry = {
        at: now + Math.max(0, delayMs),
        order: ++added,
        cancelled: false,
        idle: false,
        name,
        run,
      };
      push(heap, entry);
      return entry;
    },
    every(intervalMs, run) {
      const ticker = { stopped: false, dueAt: now + intervalMs, intervalMs, run };
      tickers.push(ticker);
      return ticker;
    },
    nextTurn: (run) => void turns.push(run),
    next() {
      while (heap[0]?.cancelled === true) pop(heap);
      if (heap[0]?.idle !== true) return heap[0]?.at ?? null;
      const held = heap.filter(({ cancelled, idle }) => !cancelled && !idle);
      return held.length === 0 ? null : Math.min(...held.map(({ at }) => at));
    },
    async step() {
      const entry = pop(heap);
      if (entry === undefined || entry.cancelled) return;
      now = Math.max(now, entry.at);
      tick();
      if (entry.name !== '') note(entry.name);
      await entry.run();
      await rest();
    },
    jumpTo(at) {
      now = Math.max(now, at);
    },
    hash: () => digest.copy().digest('hex').slice(0, 16),
  };
}

const isBefore = (a: Entry, b: Entry): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);

function push(heap: Entry[], entry: Entry): void {
  let place = heap.push(entry) - 1;
  while (place > 0) {
    const above = (place - 1) >> 1;
    if (isBefore(heap[above]!, entry)) break;
    heap[place] = heap[above]!;
    place = above;
  }
  heap[place] = entry;
}

function pop(heap: Entry[]): Entry | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let place = 0;
  for (;;) {
    let below = place * 2 + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
    if (isBefore(last, heap[below]!)) break;
    heap[place] = heap[below]!;
    place = below;
  }
  heap[place] = last;
  return first;
}
