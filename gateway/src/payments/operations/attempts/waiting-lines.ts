// Work that waits for a place at one provider, in two lines: what is to be sent, and questions
// about what was sent. Sending goes first, and questions still have their turn.

interface Limits {
  concurrency: number;
}

/**
 * Of the places; as many again are left for orders and for questions of notices. A provider that
 * answers no question is sent orders all the same.
 */
const queryShareMax = 0.5;
/** While both wait. */
const sendsPerQuery = 4;

export interface WaitingLines<Work> {
  add(work: Work, isQuery: boolean): void;
  /** Whether something may be started, were there a place. */
  hasWork(limits: Limits): boolean;
  /** What is started now; only where `hasWork`. `done`: it has ended. */
  next(limits: Limits): { work: Work; done(): void };
  /** Whether something that is sent at once passes nobody whose turn it is. */
  mayOvertake(limits: Limits): boolean;
  /** Something was sent without waiting here. Always true. */
  sent(): true;
  readonly sends: number;
  readonly queries: number;
  clear(): void;
}

export function createWaitingLines<Work>(): WaitingLines<Work> {
  let sends: Work[] = [];
  let queries: Work[] = [];
  let querying = 0;
  let sentSinceQuery = 0;

  const mayQuery = ({ concurrency }: Limits): boolean =>
    queries.length > 0 && querying < Math.max(1, Math.floor(concurrency * queryShareMax));
  const isTurnOfQuery = (limits: Limits): boolean =>
    mayQuery(limits) && sentSinceQuery >= sendsPerQuery;
  const sent = (): true => {
    sentSinceQuery++;
    return true;
  };
  return {
    add: (work, isQuery) => void (isQuery ? queries : sends).push(work),
    hasWork: (limits) => sends.length > 0 || mayQuery(limits),
    next(limits) {
      if (sends.length > 0 && !isTurnOfQuery(limits)) {
        sent();
        return { work: sends.shift()!, done() {} };
      }
      sentSinceQuery = 0;
      querying++;
      return { work: queries.shift()!, done: () => void querying-- };
    },
    mayOvertake: (limits) => sends.length === 0 && !isTurnOfQuery(limits),
    sent,
    get sends() {
      return sends.length;
    },
    get queries() {
      return queries.length;
    },
    clear() {
      sends = [];
      queries = [];
    },
  };
}
