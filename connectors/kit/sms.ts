// Interface of a connector to an SMS operator: a session that lives as long as its node holds the
// bind. The core owns routing, queues, money, states and the handling of an unknown outcome; a
// connector only speaks one protocol.

import type { SmsEncoding } from '@jokko/contract';
import type {
  ConfigField,
  ConfigProblem,
  HttpResult,
  HttpRequest,
  Notice,
  ConnectionTest,
  ConnectionTestResult,
} from './connector.ts';
import type { SmsGoLiveItem } from './go-live.ts';

/**
 * One part of a message, as it will be shown on a phone; `text` is what this part carries, without
 * the header that joins parts.
 */
export interface SmsPart {
  from: string;
  /** E.164 digits without plus. */
  to: string;
  text: string;
  encoding: SmsEncoding;
  /**
   * Present when the message has several parts: equal reference for all of them, numbers from 1.
   */
  concatenation?: { reference: number; total: number; number: number };
  /** Seconds for which the operator may try; counted from now. */
  validitySeconds: number;
  /**
   * Ours, unique: for protocols that can carry it. Digits and dashes, 33 characters at most; a part
   * that is tried again keeps it.
   */
  ourRef: string;
}

export type SmsSubmitOutcome =
  /**
   * The operator has it under this id, as it wrote it. `inferred`: the answer was lost, and the id
   * is of a message that the operator lists and that is like this part: where another part has the
   * id, the outcome is unknown. `parts`: as how many parts of the network the operator counts it,
   * where it tells; what it was charged as stays.
   */
  | { kind: 'accepted'; id: string; inferred?: true; parts?: number }
  /** Certainly not accepted, and will not be: `reason` from the closed list. */
  | { kind: 'refused'; reason: SmsRefusal; code: string }
  /**
   * Certainly not accepted now: the part is not to be tried for `pauseMs`. The session pauses by
   * itself (`free` is 0) where the whole connection is meant, for `throttled`, `queue_full` and
   * `connection_error`: the part then keeps its place in the queue. An `operator_error` is about
   * this part alone, which goes behind the others.
   */
  | {
      kind: 'busy';
      cause: SmsBusyCause;
      code: string;
      pauseMs: number;
    }
  /** No byte left. */
  | { kind: 'not_sent'; cause: string }
  /** It may have been accepted. */
  | { kind: 'unknown'; cause: (typeof smsUnknownCauses)[number] };

export const smsUnknownCauses = ['timeout', 'connection', 'garbled'] as const;
export const smsBusyCauses = [
  'throttled',
  'queue_full',
  'connection_error',
  'operator_error',
] as const;
export type SmsBusyCause = (typeof smsBusyCauses)[number];
export const smsRefusals = [
  'bad_number',
  'bad_sender',
  'bad_text',
  'barred',
  'no_credit',
  'not_permitted',
  'other',
] as const;
export type SmsRefusal = (typeof smsRefusals)[number];

export const smsReceiptStates = [
  'enroute',
  'delivered',
  'undeliverable',
  'expired',
  'rejected',
  'unknown',
] as const;

export interface SmsReceipt {
  /** As the operator wrote it. */
  id: string;
  /**
   * Other spellings in which the id may have been given: hexadecimal for decimal and the other way
   * round.
   */
  alternatives: string[];
  state: (typeof smsReceiptStates)[number];
  errorCode: string | null;
  /** E.164 digits of the recipient, if known. */
  msisdn: string | null;
  /**
   * Our reference of the part, where the carrier tells it: by it a message is found whose answer
   * was lost.
   */
  ourRef?: string;
  /**
   * What it is if no message of ours is meant: nothing but its text says that it is a receipt, and
   * people can write that text.
   */
  orMessage?: SmsInbound;
}

export interface SmsInbound {
  from: string;
  to: string;
  text: string;
  /** Parts of one long message carry the same reference; the core joins them. */
  concatenation?: { reference: number; total: number; number: number };
  /** Unique where the protocol gives one, to notice a repetition. */
  dedupeKey: string | null;
}

/**
 * What a session tells the core. Each resolves once stored; only then the connector acknowledges to
 * the operator. A rejection means: not stored, ask the operator to send it again.
 */
export interface SmsEvents {
  receipt(receipt: SmsReceipt): Promise<void>;
  inbound(message: SmsInbound): Promise<void>;
  /**
   * The operator took a part after all, whose submission had been given up as `unknown`: by this id
   * its receipt will come.
   */
  late(ourRef: string, id: string): void;
  /** The session came up, went down, or has room again. */
  changed(): void;
}

export interface SmsSession {
  readonly state: 'connecting' | 'bound' | 'closed';
  /** Last error for people, without secrets. */
  readonly detail: string | null;
  /**
   * How many parts may be submitted now: window less what is unanswered, within the rate; 0 when
   * not bound.
   */
  readonly free: number;
  /** What happened since it was opened, in numbers by name, for people and metrics. */
  readonly counters?: { readonly [name: string]: number };
  /** Always resolves; `not_sent` when there is no room. */
  submit(part: SmsPart): Promise<SmsSubmitOutcome>;
  /**
   * Waits for unanswered submissions for at most `graceMs`, unbinds, closes. What is unanswered
   * then is `unknown`.
   */
  close(graceMs: number): Promise<void>;
}

export interface SmsContext<Config> {
  config: Config;
  /**
   * Where this connection's notices (`receive`) reach us, for operators that take it with each
   * message; absent: none.
   */
  noticeUrl?: string;
  http(request: HttpRequest): Promise<HttpResult>;
  log(
    level: 'info' | 'warn' | 'error',
    message: string,
    details?: { [name: string]: string | number },
  ): void;
}

/** A notice of a carrier. */
export interface SmsNotice extends Notice {
  /**
   * The query of the address, as it came and without the question mark; absent: none. A carrier may
   * sign it.
   */
  rawQuery?: string;
}

export interface SmsReceived {
  reply: { status: number; body?: string };
  receipts: SmsReceipt[];
  inbound: SmsInbound[];
  /**
   * Receipts that nothing proves but the secret address: `confirm` decides what of them is true.
   */
  unproven?: SmsReceipt[];
}

export interface SmsCapabilities {
  /** False: the provider cuts long texts itself and takes the whole text as one part. */
  splits: boolean;
  receipts: boolean;
  /** How many binds (sessions) the operator allows at once. */
  binds: number;
  window: number;
  ratePerSec: number | null;
  /**
   * After so long without news a message whose answer was lost is sent again, once; null or absent:
   * never.
   */
  resendAfterMs?: number | null;
}

/**
 * What our account at a carrier still holds. `available`: ten-thousandths; it may be below zero.
 * `currency`: ISO 4217, or `SMS` for a number of messages.
 */
export interface SmsBalance {
  currency: string;
  available: bigint;
}
/** What cannot be read is never a balance of 0. */
export type SmsBalanceResult =
  ({ ok: true } & SmsBalance) | Extract<ConnectionTestResult, { ok: false }>;

export interface SmsConnector<Config = { [name: string]: unknown }> {
  readonly name: string;
  readonly configForm: ConfigField[];
  capabilities(config: Config): SmsCapabilities;
  /** Pure. An empty list means that the configuration can be used. */
  checkConfig(config: Config): ConfigProblem[];
  /** Opens one bind and keeps it open, with back-off, until closed. Never throws. */
  open(context: SmsContext<Config>, events: SmsEvents): SmsSession;
  /**
   * For protocols whose receipts and inbound messages come by HTTP: authenticates and parses. Must
   * not throw on garbage.
   */
  receive?(
    own: Pick<SmsContext<Config>, 'config' | 'noticeUrl'> &
      Partial<Pick<SmsContext<Config>, 'log'>>,
    notice: SmsNotice,
  ): SmsReceived;
  /**
   * Asks the carrier what is true of unproven receipts; answers those that it confirms, as it tells
   * them. Null: it cannot be asked now, and the notice is to come again. Never throws.
   */
  confirm?(
    context: SmsContext<Config>,
    unproven: readonly SmsReceipt[],
  ): Promise<SmsReceipt[] | null>;
  /**
   * For carriers that keep our reference of a part: asks what became of parts whose answer was
   * lost, on any node and up to two days later. Sends none. A receipt of each that the carrier has,
   * with our reference; `enroute` while it knows no end. What is left out it does not have, or not
   * yet. Null: it cannot be asked now, or its answer cannot be read. Never throws.
   */
  find?(context: SmsContext<Config>, ourRefs: readonly string[]): Promise<SmsReceipt[] | null>;
  /**
   * Asks for the end of parts that the carrier took and that no report told one of, by its ids
   * (`normalPartId`), an hour to three days later and on any node. A receipt of each that it knows;
   * `enroute` while it knows no end. Null: it cannot be asked now, or its answer cannot be read.
   * Never throws.
   */
  findById?(context: SmsContext<Config>, ids: readonly string[]): Promise<SmsReceipt[] | null>;
  /**
   * Asks for the balance; for carriers that tell one. Never throws for a carrier's misbehaviour.
   */
  balance?(context: SmsContext<Config>): Promise<SmsBalanceResult>;
  connectionTest?: ConnectionTest<SmsContext<Config>, Config>;
  /** Beside what holds for every SMS connection. */
  readonly goLive?: readonly SmsGoLiveItem[];
}
