// Counts how often a caller asks about one number, and blocks one who asks too often.

const callsMax = 30;
const withinMs = 5 * 60_000;
const blockMs = 60 * 60_000;

export interface RecipientChecks {
  /** Counts a call; false: this number may not be asked about now. */
  mayAsk(mobile: string, nowMs: number): boolean;
}

export function createRecipientChecks(): RecipientChecks {
  const asked = new Map<string, { times: number[]; blockedUntilMs: number }>();
  return {
    mayAsk(mobile, nowMs) {
      const one = asked.get(mobile) ?? { times: [], blockedUntilMs: 0 };
      asked.set(mobile, one);
      if (nowMs < one.blockedUntilMs) return false;
      one.times = [...one.times.filter((time) => nowMs - time < withinMs), nowMs];
      if (one.times.length > callsMax) one.blockedUntilMs = nowMs + blockMs;
      return one.times.length <= callsMax;
    },
  };
}
