// Command and result of the load generator, exchanged as JSON between this process and the
// generator's own.

import type { LatencyMs } from './histogram.ts';

/** Stands in a body for the request's number, zero-padded to `numberDigits`. */
export const numberMark = '{{n}}';

/** Stands in a body for an API key, where the command gives several. */
export const keyMark = '{{key}}';

export interface AcceptedAs {
  /** The envelope's code. */
  code: string;
  /** Header with the id under which it was stored, in lower case. */
  idHeader: string;
}

export interface LoadCommand {
  host: string;
  port: number;
  path: string;
  /** The JSON body, ASCII, with `{{n}}` at least once wherever the request's number goes. */
  bodyTemplate: string;
  numberDigits: number;
  /** Keys that take the place of `{{key}}` by turns, by the request's number. */
  apiKeys?: string[];
  firstNumber: number;
  /** The numbers begin again after so many; without it they never do. */
  numberCount?: number;
  /** Keep-alive connections; each has one request under way at most. */
  connections: number;
  /** Requests are started for so long (after the warm-up). */
  seconds: number;
  /** Answers of this first part are checked and journaled, but not measured. */
  warmupSeconds?: number;
  /**
   * Open loop: so many requests a second, whatever the answers take. Without it each connection
   * sends as soon as it was answered.
   */
  ratePerSec?: number;
  /** No further request is started once so many were; `allow` raises it. */
  allowance?: number;
  /** No more than so many in all; the run ends when they are answered. */
  requestsMax?: number;
  /** Where to write what became of each number (journal.ts). Needs unlimited numbers. */
  journalFile?: string;
  /**
   * How an accepted request is answered; without it by code 2000 and a `transactionId` in the body.
   */
  acceptedAs?: AcceptedAs;
}

export interface LoadResult {
  /** Milliseconds since 1970 at which the first request was started. */
  beganAtMs: number;
  /** Requests started, warm-up included. */
  started: number;
  /** Requests answered, warm-up included. */
  answered: number;
  /** Answers in the measured part, and its length. */
  measured: number;
  measuredSeconds: number;
  perSec: number;
  latencyMs: LatencyMs;
  /** Answers by envelope code (`none` when the body has none), warm-up included. */
  codes: { [code: string]: number };
  /**
   * Requests without a usable answer, by cause: `closed`, `connect`, `http<status>`, `late` (no
   * answer 10 s after the end).
   */
  faults: { [cause: string]: number };
  /** CPU time of the generator itself, user and system, for one answer. */
  cpuUsPerAnswer: number;
  /** The number after the last one used. */
  nextNumber: number;
}

export type ToLoad =
  { kind: 'run'; command: LoadCommand } | { kind: 'allow'; total: number } | { kind: 'stop' };
export type FromLoad = { kind: 'result'; result: LoadResult } | { kind: 'failed'; message: string };
