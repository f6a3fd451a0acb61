// Tracks the browser's location and history. The one place that touches window.history; it also
// remembers the scroll position of each entry.

export interface HistoryEntry {
  path: string;
  search: string;
  hash: string;
  /** Names the history entry, for its scroll position. */
  key: string;
  /** How we came here: a new page, another filter of the same page, or back and forth. */
  by: 'start' | 'push' | 'replace' | 'pop';
}

type Listener = (place: HistoryEntry) => void;
const listeners = new Set<Listener>();
const scrolled = new Map<string, number>();
let present = read('start');

function read(by: HistoryEntry['by']): HistoryEntry {
  const { pathname, search, hash } = window.location;
  const key = (window.history.state as { key?: string } | null)?.key ?? 'start';
  return { path: pathname, search, hash, key, by };
}

function announce(by: HistoryEntry['by']): void {
  present = read(by);
  for (const listener of listeners) listener(present);
}

/** The place now. */
export const currentPlace = (): HistoryEntry => present;

/** Goes to an address of the portal; `replace` leaves no step to go back to. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  scrolled.set(present.key, window.scrollY);
  const key = replace ? present.key : Math.random().toString(36).slice(2, 10);
  window.history[replace ? 'replaceState' : 'pushState']({ key }, '', to);
  announce(replace ? 'replace' : 'push');
}

/** Calls the listener with every later place; answers the function that ends it. */
export function watchPlaces(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where an entry was scrolled to when it was left. */
export const scrollOf = (key: string): number => scrolled.get(key) ?? 0;

/** Takes over scrolling and the back button; called once at the start. */
export function startHistory(): void {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('popstate', () => {
    scrolled.set(present.key, window.scrollY);
    announce('pop');
  });
}
