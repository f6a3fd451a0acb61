// Work that waits for a place at one provider, in two lines: what is to be sent, and questions
// about what was sent. Sending goes first, and questions still have their turn.

interface Limits {
  concurrency: number;
}

/**
 * Share of the places for status queries. As many are left for orders and for the queries that
 * notices cause, so that a provider which answers no query is still sent orders.
 */
const queryShareMax = 0.5;
/** Orders that are sent for each query while both wait. */
const sendsPerQuery = 4;

export interface WaitingLines<Work> {
  add(work: Work, isQuery: boolean): void;
  /** Whether work could be started if a place were free. */
  hasWork(limits: Limits): boolean;
  /** Takes the next work. Call it only if `hasWork`; call `done` when the work has ended. */
  next(limits: Limits): { work: Work; done(): void };
  /** Whether an order may be sent at once without passing work whose turn it is. */
  mayOvertake(limits: Limits): boolean;
  /** Notes that an order was sent without waiting. Returns true. */
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
