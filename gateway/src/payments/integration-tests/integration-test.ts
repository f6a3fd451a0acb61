// The types of an integration test: what was asked for, what was answered, what is reported.

import type {
  IntegrationCause,
  IntegrationDirection,
  IntegrationResult,
  IntegrationScenario,
} from '@jokko/contract';

/** What the receiver answered to one callback. */
export interface Answered {
  /** HTTP; null: it did not answer in time. */
  status: number | null;
  durationMs: number;
}

export interface NewIntegrationTest {
  accountId: number;
  /**
   * `portal`: the gateway posted the callbacks itself; `command`: the developer's machine, which
   * reports the answers.
   */
  madeBy: 'portal' | 'command';
  receiver: string;
  orderId: string | null;
  direction: IntegrationDirection;
  /** Null: all of them. */
  scenarios: readonly IntegrationScenario[] | null;
}

export interface IntegrationTest extends NewIntegrationTest {
  id: string;
  startedAt: Date;
  /** By step, in the order of `stepsOf`. */
  exchanges: readonly (readonly Answered[])[];
  /** Transactions whose answer was lost and that were repeated under their id. */
  repeated: readonly string[];
  endedAt: Date | null;
  /** Null until it has ended. */
  lines: readonly Line[] | null;
  /** Null: it has none. */
  certificate: string | null;
}

export interface Line {
  scenario: IntegrationScenario;
  result: IntegrationResult;
  /** Null exactly when it passed. */
  cause: IntegrationCause | null;
  /** The HTTP status that the cause is about. */
  status: number | null;
}
