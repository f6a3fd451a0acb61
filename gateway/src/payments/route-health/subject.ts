// What has health: a route to a provider, a connection to an SMS carrier, a receiver of callbacks.
// Types of what is counted of it, of how it stands at present, and of the judgement.

export type SubjectKind = 'route' | 'sms-link' | 'receiver';

export interface Subject {
  kind: SubjectKind;
  /** The name of a route or connection; for a receiver `<account id> <scheme://host:port>`. */
  name: string;
}

/**
 * What came of one exchange. `refused`: the payer's, the order's or the message's own fault.
 * `faulted`: the provider's fault, or ours with it. `unknown`: bytes left and no usable answer
 * came. `unsent`: nobody was reached.
 */
export const outcomes = [
  'succeeded',
  'accepted',
  'refused',
  'faulted',
  'unknown',
  'unsent',
] as const;
export type HealthOutcome = (typeof outcomes)[number];

/** How many of each in a time. */
export type OutcomeCounts = { [outcome in HealthOutcome]: number };

export const noOutcomes = (): OutcomeCounts => ({
  succeeded: 0,
  accepted: 0,
  refused: 0,
  faulted: 0,
  unknown: 0,
  unsent: 0,
});

export interface HangingThere {
  currency: string;
  count: number;
  amount: string;
  oldestAt: string;
  ofLastHour: number;
  hours: { at: number; count: number }[];
}

/** How a subject stands now. What its kind does not have is absent. */
export interface SubjectStanding {
  /** Operations of the last hour whose outcome is not known. */
  unresolved?: number;
  /** Accepted operations that wait for their result longer than is usual on the route. */
  agedPending?: number;
  /** From which age on what it took is overdue, ms. */
  overdueMs?: number;
  /**
   * What hangs there (operations/queries/hanging.ts), by currency; amounts in ten-thousandths and
   * times as texts.
   */
  hanging?: HangingThere[];
  /** Waiting to be sent, or delivered; counted up to a useful maximum. */
  queued?: number;
  /** For how long the oldest of them has been due, s. */
  queueAgeSec?: number;
  /** Our money there, by currency; ten-thousandths as a text. */
  floats?: { currency: string; amount: string }[];
  /** For a connection: it can be used. */
  bound?: boolean;
  /** For a receiver: attempts in a row that reached nobody. */
  failuresInRow?: number;
}

/** The figures of the last five minutes, beside how it stands now. */
export interface HealthFigures extends OutcomeCounts, SubjectStanding {
  /** How long calls took, ms; null without any. */
  p50Ms: number | null;
  p95Ms: number | null;
  /** At this hour of the last seven days; null where too little is known. */
  usualP95Ms: number | null;
}

export type HealthLevel = 'healthy' | 'degraded' | 'down';

export const reasonIds = [
  'unanswered',
  'faulted',
  'unreachable',
  'unresolved',
  'agedPending',
  'slow',
  'queue',
  'notBound',
  'recovering',
] as const;
/** Their texts: reason-text.ts. */
export type ReasonId = (typeof reasonIds)[number];

export interface HealthOf {
  subject: Subject;
  state: HealthLevel;
  /** Since when it has been in this state, on the database's clock (`jokko_now()`). */
  since: Date;
  /** Why it is not healthy, the weightiest first. */
  reasons: ReasonId[];
  figures: HealthFigures;
}
