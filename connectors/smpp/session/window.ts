// Window of the requests that wait for their response: by sequence number, the oldest first, each
// with its deadline.

/** The highest number that SMPP allows; after it they begin again at 1. */
const sequenceMax = 0x7fffffff;
/** What is overdue is remembered for so long, and no more than so many. */
const overdueMs = 300_000;
const overdueMax = 10_000;

export interface Unanswered<Entry> {
  entry: Entry;
  deadlineMs: number;
}

export interface Window<Entry> {
  lastSequence: number;
  /**
   * In the order in which they were sent, which with one time-out for all is the order of
   * deadlines.
   */
  readonly waiting: Map<number, Unanswered<Entry>>;
  /** Given up, and remembered for a while for an answer that comes late; the oldest first. */
  readonly overdue: Map<number, Unanswered<Entry>>;
}

export function createWindow<Entry>(lastSequence = 0): Window<Entry> {
  return { lastSequence, waiting: new Map(), overdue: new Map() };
}

/** The next number that no waiting request has. */
export function nextSequence<Entry>(window: Window<Entry>): number {
  do window.lastSequence = window.lastSequence >= sequenceMax ? 1 : window.lastSequence + 1;
  while (window.waiting.has(window.lastSequence));
  return window.lastSequence;
}

/**
 * Takes the request out that a response belongs to; null for a late response, or one to nothing.
 */
export function takeAnswered<Entry>(window: Window<Entry>, sequence: number): Entry | null {
  const found = window.waiting.get(sequence);
  if (found === undefined) return null;
  window.waiting.delete(sequence);
  return found.entry;
}

/**
 * Takes out what was given up and is answered after all; null when it is not remembered, or never
 * was.
 */
export function takeLate<Entry>(window: Window<Entry>, sequence: number): Entry | null {
  const found = window.overdue.get(sequence);
  window.overdue.delete(sequence);
  return found?.entry ?? null;
}

/** Takes out those whose deadline has passed. */
export function takeOverdue<Entry>(window: Window<Entry>, nowMs: number): Entry[] {
  const overdue: Entry[] = [];
  for (const [sequence, { entry, deadlineMs }] of window.waiting) {
    if (deadlineMs > nowMs) break;
    window.waiting.delete(sequence);
    window.overdue.set(sequence, { entry, deadlineMs: deadlineMs + overdueMs });
    overdue.push(entry);
  }
  for (const [sequence, { deadlineMs }] of window.overdue) {
    if (deadlineMs > nowMs && window.overdue.size <= overdueMax) break;
    window.overdue.delete(sequence);
  }
  return overdue;
}

/** Empties the window. */
export function takeAll<Entry>(window: Window<Entry>): Entry[] {
  const entries = [...window.waiting.values()].map(({ entry }) => entry);
  window.waiting.clear();
  return entries;
}
