// Is this status look-up one too many? At most three a minute for one transaction from one address; who keeps asking is shut out for a while
// (rule S2). The counters live in a table of fixed size, so that no number of transactions makes the node grow.

export interface LookUpLimit {
  /** `subject` names account and transaction, `address` the caller. `at` in ms on the database clock. */
  check(subject: string, account: string, address: string, at: number): 'allowed' | 'tooMany' | 'blocked';
}

export interface LookUpThresholds {
  perMinute: number;
  refusalsBeforeBlock: number;
}

const windowMs = 60_000;
const refusalWindowMs = 600_000;
const blockMs = 600_000;
/** 2^19 counters of 32 bytes: 16 MB, enough for 8,000 different transactions a second. */
const slots = 1 << 19;
const probes = 8;
const refusersMax = 10_000;

export const lookUpThresholds: LookUpThresholds = { perMinute: 3, refusalsBeforeBlock: 200 };

export function createLookUpLimit(thresholds: LookUpThresholds = lookUpThresholds): LookUpLimit {
  const width = thresholds.perMinute;
  const keys = new Float64Array(slots);
  const times = new Float64Array(slots * width);
  const seed = (Math.random() * 2 ** 32) >>> 0;
  const refusers = new Map<string, { times: number[]; blockedUntil: number }>();

  const latest = (slot: number) => Math.max(...times.subarray(slot * width, slot * width + width));
  /** The slot of a key, or the stalest one within reach, which the key then takes over. */
  const slotOf = (key: number): number => {
    let stalest = key % slots;
    for (let probe = 0; probe < probes; probe++) {
      const slot = (key + probe) % slots;
      if (keys[slot] === key) return slot;
      if (keys[slot] === 0) {
        stalest = slot;
        break;
      }
      if (latest(slot) < latest(stalest)) stalest = slot;
    }
    keys[stalest] = key;
    times.fill(0, stalest * width, stalest * width + width);
    return stalest;
  };
  const refuse = (refuserKey: string, at: number): 'tooMany' | 'blocked' => {
    let refuser = refusers.get(refuserKey);
    if (refuser === undefined) {
      if (refusers.size >= refusersMax) refusers.clear();
      refusers.set(refuserKey, (refuser = { times: [], blockedUntil: 0 }));
    }
    refuser.times = refuser.times.filter((time) => time > at - refusalWindowMs);
    refuser.times.push(at);
    if (refuser.times.length < thresholds.refusalsBeforeBlock) return 'tooMany';
    refuser.blockedUntil = at + blockMs;
    refuser.times = [];
    return 'tooMany';
  };
  return {
    check(subject, account, address, at) {
      const refuserKey = `${account} ${address}`;
      if (refusers.size > 0 && (refusers.get(refuserKey)?.blockedUntil ?? 0) > at) return 'blocked';
      const slot = slotOf(hashOf(`${subject} ${address}`, seed));
      for (let index = slot * width; index < slot * width + width; index++) {
        // Any place that is older than the window is free for this look-up.
        if (times[index]! <= at - windowMs) {
          times[index] = at;
          return 'allowed';
        }
      }
      return refuse(refuserKey, at);
    },
  };
}

/** 53-bit hash, never 0. Seeded, so that nobody can aim at a neighbour's counter. */
function hashOf(text: string, seed: number): number {
  let low = 0xdeadbeef ^ seed;
  let high = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0) + 1;
}
