// What has been read already? One entry for each route and input: shown at once, read again when it is older than the page wants, dropped when
// a change makes it wrong. Knows nothing of React.

import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { call, type CallError, type Input } from './call.ts';

export interface Entry<Answer> {
  answer: Answer | undefined;
  error: CallError | Error | undefined;
  /** When the answer came; 0: never, or it is known to be wrong. */
  at: number;
  loading: boolean;
}

interface Slot {
  name: RouteName;
  entry: Entry<unknown>;
  listeners: Set<() => void>;
  controller: AbortController | null;
  reread: () => void;
}

const slots = new Map<string, Slot>();
const slotsMax = 200;
const unread: Entry<never> = { answer: undefined, error: undefined, at: 0, loading: false };

/** Names an entry. */
export const keyOf = (name: RouteName, input: unknown): string => `${name} ${JSON.stringify(input)}`;

/** What is known now; the same object until something changes. */
export function lookAt<Name extends RouteName>(key: string): Entry<RouteAnswer<Name>> {
  return (slots.get(key)?.entry ?? unread) as Entry<RouteAnswer<Name>>;
}

/** Calls the listener at each change; answers the function that ends it. A reading nobody waits for is given up. */
export function watchEntry(name: RouteName, key: string, listener: () => void): () => void {
  const slot = slotOf(name, key);
  slot.listeners.add(listener);
  return () => {
    slot.listeners.delete(listener);
    if (slot.listeners.size > 0) return;
    // A page that is drawn twice in a row lets go for a moment.
    setTimeout(() => {
      if (slot.listeners.size === 0 && slot.controller !== null) {
        slot.controller.abort(new Error('left'));
        slot.controller = null;
        slot.entry = { ...slot.entry, loading: false };
      }
    }, 200);
  };
}

/** Reads it unless it is being read, or was read within `freshMs`. */
export function readEntry<Name extends RouteName>(name: Name, input: Input<Name>, freshMs: number): void {
  const slot = slotOf(name, keyOf(name, input));
  slot.reread = () => readEntry(name, input, 0);
  if (slot.controller !== null || (slot.entry.at > 0 && Date.now() - slot.entry.at < freshMs)) return;
  const controller = new AbortController();
  slot.controller = controller;
  change(slot, { ...slot.entry, loading: true });
  const end = (entry: Partial<Entry<unknown>>): void => {
    if (slot.controller !== controller) return;
    slot.controller = null;
    change(slot, { ...slot.entry, loading: false, ...entry });
  };
  call(name, input, { signal: controller.signal }).then(
    (answer) => end({ answer, error: undefined, at: Date.now() }),
    (error: unknown) => end({ error: error instanceof Error ? error : new Error(String(error)) }),
  );
}

/** Answers of these routes are no longer right: those on screen are read again now, the others when they are wanted. */
export function invalidate(...names: RouteName[]): void {
  for (const slot of slots.values()) {
    if (!names.includes(slot.name)) continue;
    slot.controller?.abort(new Error('outdated'));
    slot.controller = null;
    slot.entry = { ...slot.entry, at: 0, loading: false };
    if (slot.listeners.size > 0) slot.reread();
  }
}

/** What is on screen was read before the line broke, or not at all. */
export function readShownAgain(): void {
  for (const slot of slots.values()) if (slot.listeners.size > 0) slot.reread();
}

/** Forgets everything: another person, or another membership. What is on screen is read again. */
export function forgetAll(): void {
  for (const [key, slot] of slots) {
    slot.controller?.abort(new Error('forgotten'));
    slot.controller = null;
    if (slot.listeners.size === 0) slots.delete(key);
    else {
      change(slot, unread);
      slot.reread();
    }
  }
}

function slotOf(name: RouteName, key: string): Slot {
  let slot = slots.get(key);
  if (slot === undefined) {
    if (slots.size >= slotsMax) dropOldest();
    slot = { name, entry: unread, listeners: new Set(), controller: null, reread: () => undefined };
    slots.set(key, slot);
  }
  return slot;
}

function dropOldest(): void {
  for (const [key, slot] of slots) {
    if (slot.listeners.size > 0) continue;
    slots.delete(key);
    return;
  }
}

function change(slot: Slot, entry: Entry<unknown>): void {
  slot.entry = entry;
  for (const listener of slot.listeners) listener();
}
