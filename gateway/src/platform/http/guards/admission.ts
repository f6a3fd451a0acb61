// Admission control: decides whether this node takes one more request. What it cannot do soon it
// refuses at once, before anything is stored, and never after (F08). Accepted work comes first:
// provider notices and callbacks are never refused here, and a fifth of the slots is theirs.

import type { Pressure } from './pressure.ts';
import { environment } from '../../environment.ts';

/**
 * `change`: begins or undoes something. `message`: sends SMS. `read`: asks only. The last two give
 * way first.
 */
export type Kind = 'change' | 'message' | 'read';

export interface Shed {
  reason: (typeof shedReasons)[number];
  /** It is the account that asks too much, as opposed to all together. */
  ofAccount: boolean;
  /** For `Retry-After`. */
  retryAfterSeconds: number;
}

export const shedReasons = [
  'account_in_flight',
  'account_rate',
  'account_share',
  'in_flight',
  'commit_wait',
  'event_loop',
  'database',
  'recovery',
] as const;

export interface AdmissionLimits {
  /** Requests under way, of all accounts. */
  inFlightMax: number;
  accountInFlightMax: number;
  /** Calls a second of an account without a rate of its own; 0: no limit. */
  accountRate: number;
  /** Calls at once after a pause; 0: those of one second. */
  accountBurst: number;
}

export interface Admission {
  /**
   * Null: taken on, and `leave` must follow. `rateLimit`: the account's own, calls a second; 0:
   * none; null: the installation's.
   */
  enter(account: { id: number; rateLimit: number | null }, kind: Kind): Shed | null;
  leave(accountId: number): void;
  /**
   * Work of others that is never refused, a provider's notice, begins and ends. It takes places
   * too.
   */
  begin(): void;
  end(): void;
  /**
   * Each of the callers whose key must first be looked up takes a place meanwhile; `begin` tells
   * whether there is one, and `end` must follow.
   */
  readonly unknownCallers: { begin(): boolean; end(): void };
  readonly inFlight: number;
  /** How many were refused, by reason, since the start. */
  refused(reason: Shed['reason']): number;
}

/** The share of the places: the rest is kept for notices, and that of readings for changes. */
const shareOf: { readonly [kind in Kind]: number } = { change: 0.8, message: 0.6, read: 0.6 };
/**
 * The share of the places for callers who are not known yet: whoever has no key of ours takes no
 * more from those who have.
 */
const unknownShare = 0.25;
/** The share of the places of its kind, when others want some too. */
const accountShareMax = 0.5;
/** Another account counts as wanting places for so long after its last request. */
const wantingMs = 1_000;
/**
 * A wait for commits that does not fall below the target for a whole interval is a standing queue,
 * not a burst (CoDel).
 */
const commitWaitIntervalMs = 500;
/**
 * `maxMs`: even a burst must not wait longer. A commit of messages may hold ten thousands of them,
 * and who sends so many at once can wait.
 */
const commitWaits = {
  change: { targetMs: 100, maxMs: 1_000 },
  message: { targetMs: 2_000, maxMs: 8_000 },
} as const;
const loopDelayMaxMs = 200;
/**
 * Below this number requests do not wait for each other: something else is slow, and rejecting
 * would not help.
 */
const queueMin = 32;
/** A database is recovered by hand: to call again every second would not help. */
const recoveryRetrySeconds = 30;
const databaseWaitMaxMs = 2_000;
const msPerSecond = 1_000;

interface AccountLoad {
  active: number;
  tokens: number;
  filledAt: number;
}

const shed = (reason: Shed['reason'], retryAfterSeconds = 1): Shed => ({
  reason,
  ofAccount: reason.startsWith('account'),
  retryAfterSeconds,
});
const sheds = Object.fromEntries(shedReasons.map((reason) => [reason, shed(reason)])) as {
  [reason in Shed['reason']]: Shed;
};

/** How many places are taken; by whom is no matter here. */
interface Places {
  inFlight: number;
}

/** `now` in ms, of a clock that never goes back. */
export function createAdmission(
  limits: AdmissionLimits,
  pressure: Pressure,
  now: () => number = () => environment.monotonic(),
): Admission {
  const loads = new Map<number, AccountLoad>();
  const counts = new Map<Shed['reason'], number>();
  const seen = createLastSeen();
  const places: Places = { inFlight: 0 };
  const nodeSheds = createNodeSheds(limits, pressure, places);

  const count = ({ reason }: Shed): void => void counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const decide = createDecision(limits, places, nodeSheds.of, seen.others);
  return {
    enter(account, kind) {
      const at = now();
      seen.note(account.id, at);
      let load = loads.get(account.id);
      // A bucket begins full.
      if (load === undefined)
        loads.set(
          account.id,
          (load = { active: 0, tokens: Number.POSITIVE_INFINITY, filledAt: at }),
        );
      const refused = decide(load, account, kind, at);
      if (refused !== null) {
        count(refused);
        return refused;
      }
      load.active++;
      places.inFlight++;
      return null;
    },
    leave(accountId) {
      places.inFlight--;
      loads.get(accountId)!.active--;
    },
    begin() {
      places.inFlight++;
    },
    end() {
      places.inFlight--;
    },
    unknownCallers: createUnknownCallers(limits, places, nodeSheds.ofSlowness, count),
    get inFlight() {
      return places.inFlight;
    },
    refused: (reason) => counts.get(reason) ?? 0,
  };
}

/**
 * Whether an account's request is refused: by what the account has under way, by the node, by the
 * account's rate.
 */
function createDecision(
  limits: AdmissionLimits,
  places: Places,
  shedByNode: ReturnType<typeof createNodeSheds>['of'],
  othersWant: (accountId: number, at: number) => boolean,
) {
  return (
    load: AccountLoad,
    account: { id: number; rateLimit: number | null },
    kind: Kind,
    at: number,
  ): Shed | null => {
    if (load.active >= limits.accountInFlightMax) return sheds.account_in_flight;
    const wanted = othersWant(account.id, at);
    if (wanted && load.active >= limits.inFlightMax * shareOf[kind] * accountShareMax)
      return sheds.account_share;
    const isNoisy = wanted && load.active > places.inFlight * accountShareMax;
    const refused = shedByNode(kind, at, isNoisy);
    if (refused !== null) return refused;
    const rate = account.rateLimit ?? limits.accountRate;
    return rate > 0 ? takeToken(load, rate, limits.accountBurst || rate, at) : null;
  };
}

/** What the node refuses whoever asks. */
function createNodeSheds(limits: AdmissionLimits, pressure: Pressure, places: Places) {
  const queues = {
    change: createQueues(commitWaits.change),
    message: createQueues(commitWaits.message),
  };
  const recovery = shed('recovery', recoveryRetrySeconds);
  const ofSlowness = (): Shed | null => {
    if (places.inFlight >= queueMin && pressure.loopDelayMs() > loopDelayMaxMs)
      return sheds.event_loop;
    return pressure.databaseWaitMs() > databaseWaitMaxMs ? sheds.database : null;
  };
  return {
    ofSlowness,
    of(kind: Kind, at: number, isNoisy: boolean): Shed | null {
      // All are told of every wait: each knows since when it stands.
      const change = queues.change(pressure.commitWaitMs('change'), at);
      const message = queues.message(pressure.commitWaitMs('message'), at);
      if (pressure.isClosed()) return recovery;
      if (places.inFlight >= limits.inFlightMax * shareOf[kind]) return sheds.in_flight;
      if (places.inFlight >= queueMin) {
        const queue = kind === 'change' ? change : kind === 'message' ? message : 'short';
        if (queue === 'long') return sheds.commit_wait;
        if (queue === 'longForNoisy' && isNoisy) return sheds.account_share;
      }
      return ofSlowness();
    },
  };
}

function createUnknownCallers(
  limits: AdmissionLimits,
  places: Places,
  shedOfSlowness: () => Shed | null,
  count: (refused: Shed) => void,
): Admission['unknownCallers'] {
  let unknown = 0;
  return {
    begin() {
      const isFull =
        unknown >= limits.inFlightMax * unknownShare ||
        places.inFlight >= limits.inFlightMax * shareOf.change;
      const refused = isFull ? sheds.in_flight : shedOfSlowness();
      if (refused !== null) {
        count(refused);
        return false;
      }
      unknown++;
      places.inFlight++;
      return true;
    },
    end() {
      unknown--;
      places.inFlight--;
    },
  };
}

function takeToken(load: AccountLoad, rate: number, burst: number, at: number): Shed | null {
  load.tokens = Math.min(burst, load.tokens + ((at - load.filledAt) * rate) / msPerSecond);
  load.filledAt = at;
  if (load.tokens < 1) return shed('account_rate', Math.ceil((1 - load.tokens) / rate));
  load.tokens--;
  return null;
}

/** How is the queue before a writer? Told the wait of each request. */
function createQueues({
  targetMs,
  maxMs,
}: {
  targetMs: number;
  maxMs: number;
}): (waitMs: number, at: number) => 'short' | 'longForNoisy' | 'long' {
  const queue = createStandingQueue(targetMs);
  const queueOfNoisy = createStandingQueue(targetMs * accountShareMax);
  return (waitMs, at) => {
    const standing = queue(waitMs, at);
    const standingForNoisy = queueOfNoisy(waitMs, at);
    if (standing || waitMs > maxMs) return 'long';
    return standingForNoisy ? 'longForNoisy' : 'short';
  };
}

/**
 * Is the wait above the target, and was it so for a whole interval? Told the wait of each request.
 */
function createStandingQueue(targetMs: number): (waitMs: number, at: number) => boolean {
  let aboveSince: number | null = null;
  return (waitMs, at) => {
    if (waitMs <= targetMs) {
      aboveSince = null;
      return false;
    }
    aboveSince ??= at;
    return at - aboveSince >= commitWaitIntervalMs;
  };
}

/** Which two accounts asked last, and when: enough to know whether anybody else wants something. */
function createLastSeen() {
  let last = Number.NaN;
  let lastAt = Number.NEGATIVE_INFINITY;
  let otherAt = Number.NEGATIVE_INFINITY;
  return {
    note(accountId: number, at: number): void {
      if (accountId !== last) {
        otherAt = lastAt;
        last = accountId;
      }
      lastAt = at;
    },
    /** Call after `note` of the same account. */
    others: (accountId: number, at: number): boolean =>
      (accountId === last ? otherAt : lastAt) > at - wantingMs,
  };
}
