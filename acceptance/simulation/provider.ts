// The provider of the simulation, with its own book. It is a function on the timeline: what it is
// sent arrives, is executed now, later or never, and its answers and notices come back, late,
// several times or not at all. The book is the truth about money.

import type { Chance } from './chance.ts';
import type { Counters } from './counters.ts';
import type { RouteName } from './shop.ts';
import type { Timeline } from './timeline.ts';

export interface ProviderOrder {
  route: RouteName;
  /** The gateway's own reference. */
  reference: string;
  purpose: 'execute' | 'refund';
  /** For a refund: the reference of what is to be reversed. */
  original: string | null;
  phone: string;
  amount: bigint;
  currency: string;
}

export type EntryState = 'working' | 'executed' | 'refused';
export interface Entry extends ProviderOrder {
  state: EntryState;
  theirs: string;
  receivedAt: number;
  decidedAt: number | null;
  /**
   * Taken back by the provider itself, or by an executed refund; `twice`: by the one and then by
   * the other.
   */
  reversed: 'by itself' | 'by a refund' | 'twice' | null;
}

export type Answered =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'absent' }
  /** `lost`: bytes may have arrived. `not sent`: none has left. */
  | { kind: 'lost' | 'not sent' };

/** What a notice says. `bookable`: it proves its sender, and is true. */
export interface ProviderNotice {
  entry: Entry;
  outcome: EntryState | 'reversed';
  bookable: boolean;
}

export interface Provider {
  /** Resolves on the caller's side, by `deliver`. */
  order(order: ProviderOrder, deliver: Deliver): Promise<Answered>;
  query(reference: string, deliver: Deliver): Promise<Answered>;
  /** Drops what it has not decided. */
  cancel(reference: string, deliver: Deliver): Promise<Answered>;
  readonly book: readonly Entry[];
  /** From now on everything is answered, nothing is late. */
  heal(): void;
}

type Deliver = (delayMs: number, run: () => void) => void;

export interface ProviderDeps {
  timeline: Timeline;
  chance: Chance;
  counters: Counters;
  /** How much goes wrong, 0 to 1. */
  trouble: number;
  /** Takes a notice; repeated until it returns true. */
  notify(notice: ProviderNotice, again: () => void): void;
}

/**
 * It executes within this time of what it has received, or never; its contract with the gateway
 * says 15 minutes.
 */
const executesWithinMs = 13 * 60_000;
const callTimeoutMs = 30_000;
const travelMs = [20, 400] as const;
const noticeAgainMs = 20_000;

export function createProvider(deps: ProviderDeps): Provider {
  const { timeline, chance, counters } = deps;
  const book: Entry[] = [];
  const byReference = new Map<string, Entry>();
  let { trouble } = deps;
  const awayUntil =
    trouble > 0 && chance.is(0.3) ? timeline.now + chance.between(5, 120) * 1_000 : 0;
  let made = 0;

  const notify = (entry: Entry, outcome: ProviderNotice['outcome'], bookable: boolean): void => {
    const times = chance.is(0.2 * trouble) ? chance.between(2, 4) : 1;
    if (times > 1) counters.count('notice several times');
    for (let time = 0; time < times; time++) {
      const send = (): void => {
        const again = (): void =>
          void timeline.after(noticeAgainMs, `notice again ${entry.theirs}`, send);
        deps.notify({ entry, outcome, bookable }, again);
      };
      timeline.after(chance.between(...travelMs), `notice ${entry.theirs} ${outcome}`, send);
    }
  };
  const decide = (entry: Entry, to: 'executed' | 'refused'): void => {
    if (entry.state !== 'working') return;
    entry.state = to;
    entry.decidedAt = timeline.now;
    const original = entry.original === null ? undefined : byReference.get(entry.original);
    if (to === 'executed' && original !== undefined)
      original.reversed = original.reversed === 'by itself' ? 'twice' : 'by a refund';
    timeline.note(`provider ${entry.theirs} ${to}`);
    if (!chance.is(0.3)) notify(entry, to, true);
    const takesBack = to === 'executed' && entry.purpose === 'execute' && chance.is(0.05 * trouble);
    if (takesBack)
      timeline.after(chance.between(10, 600) * 1_000, `provider takes ${entry.theirs} back`, () => {
        if (entry.reversed !== null) return;
        counters.count('reversal by the provider');
        entry.reversed = 'by itself';
        notify(entry, 'reversed', true);
      });
  };
  const work = (entry: Entry): void => {
    const to = chance.is(0.15) || !canReverse(entry, byReference) ? 'refused' : 'executed';
    const late = chance.is(0.3);
    if (!late) return decide(entry, to);
    const delayMs = chance.between(1, 1 + Math.floor(600 * Math.max(0.05, trouble))) * 1_000;
    timeline.after(delayMs, `provider decides ${entry.theirs}`, () => decide(entry, to));
  };
  const enter = (order: ProviderOrder): Entry => {
    const entry: Entry = {
      ...order,
      state: 'working',
      theirs: `P${++made}`,
      receivedAt: timeline.now,
      decidedAt: null,
      reversed: null,
    };
    book.push(entry);
    byReference.set(order.reference, entry);
    timeline.note(`provider takes ${entry.theirs} ${order.purpose} ${order.phone}`);
    // A false notice of a stranger, who has learnt a reference.
    if (chance.is(0.1 * trouble)) {
      counters.count('forged notice');
      notify(entry, chance.pick(['executed', 'refused'] as const), false);
    }
    work(entry);
    return entry;
  };
  const receive = (order: ProviderOrder): Entry => {
    const known = byReference.get(order.reference);
    if (known !== undefined && order.route === 'REPLAYS') {
      counters.count('duplicate refused by the provider');
      return known;
    }
    return enter(order);
  };
  const away = (deliver: Deliver): Promise<Answered> | null => {
    if (timeline.now >= awayUntil) return null;
    counters.count('provider away');
    const kind = chance.is(0.5) ? 'lost' : 'not sent';
    return new Promise((resolve) => deliver(chance.between(...travelMs), () => resolve({ kind })));
  };
  const exchange = (deliver: Deliver, serve: () => Answered): Promise<Answered> => {
    const gone = away(deliver);
    if (gone !== null) return gone;
    return new Promise((resolve) => {
      timeline.after(chance.between(...travelMs), '', () => {
        const answered = serve();
        const lost = chance.is(0.1 * trouble);
        const delayMs = lost ? callTimeoutMs : chance.between(...travelMs);
        deliver(delayMs, () => resolve(lost ? { kind: 'lost' } : answered));
      });
    });
  };
  return {
    book,
    order(order, deliver) {
      const fate = chance.next();
      if (fate < 0.08 * trouble) {
        // The bytes never reach it.
        return new Promise((resolve) => deliver(callTimeoutMs, () => resolve({ kind: 'lost' })));
      }
      if (fate < 0.2 * trouble) {
        // They wait somewhere: it knows nothing of them for a while, and executes in the end.
        counters.count('executed late');
        timeline.after(chance.between(10_000, executesWithinMs), 'late bytes arrive', () => {
          receive(order);
        });
        return new Promise((resolve) => deliver(callTimeoutMs, () => resolve({ kind: 'lost' })));
      }
      return exchange(deliver, () => ({ kind: 'entry', entry: receive(order) }));
    },
    query: (reference, deliver) =>
      exchange(deliver, () => {
        const entry = byReference.get(reference);
        return entry === undefined ? { kind: 'absent' } : { kind: 'entry', entry };
      }),
    cancel: (reference, deliver) =>
      exchange(deliver, () => {
        const entry = byReference.get(reference);
        if (entry === undefined) return { kind: 'absent' };
        if (entry.state === 'working') decide(entry, 'refused');
        return { kind: 'entry', entry };
      }),
    heal() {
      trouble = 0;
    },
  };
}

/**
 * It gives back what it has; the route that executes whatever it receives does so as often as it is
 * told.
 */
function canReverse(entry: Entry, byReference: ReadonlyMap<string, Entry>): boolean {
  if (entry.original === null) return true;
  const original = byReference.get(entry.original);
  return (
    original !== undefined &&
    original.state === 'executed' &&
    (original.reversed === null || (entry.route === 'ONCE' && original.reversed === 'by a refund'))
  );
}
