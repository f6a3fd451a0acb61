// Interface of a provider connector; `capabilities` states which optional parts are present. The
// core owns ledger, persistence, retry timers, polling, routing and callbacks. A connector only
// speaks one protocol.

import type { FileProtocol } from './file-protocol.ts';
import type { GoLiveItem } from './go-live.ts';
import type { Intent, OperationKind, ProductTerms } from './intent.ts';
import type {
  Outcome,
  ProviderError,
  QueryOutcome,
  Refs,
  Resolution,
  StepInput,
} from './outcome.ts';
import type { Prepared } from './prepared.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { StatedBalance, StatementDay, StatementLine } from './statement-line.ts';
import type { PendingBill, RemitQuote, RemitRecord, RemitSendData } from './remittance.ts';

export type { Prepared, ProviderEvent, StatedBalance, StatementDay, StatementLine };

export interface Capabilities {
  operations: OperationKind[];
  /**
   * Kinds that sell a product of the provider: their services must name it for a route of this
   * connector. Absent: none.
   */
  productFor?: OperationKind[];
  idempotency: 'replay-key' | 'unique-ref-conflict' | 'unique-ref-search' | 'none';
  /** What the core may do once absence is proven. */
  replay: 'same-bytes' | 'same-ref-after-404' | 'never';
  /** `file`: results come in files that the core collects; the place proves who wrote them. */
  notification: {
    mode: 'none' | 'push' | 'file';
    auth: 'hmac' | 'rsa' | 'secret-path' | 'none';
    bookable: boolean;
  };
  queryBy: ('ours' | 'theirs')[];
  /**
   * What a success of this protocol is sure to name, so that it can be compared with the attempt
   * (F29). The core compares whatever is told.
   */
  tells: ('amount' | 'currency' | 'party')[];
  refund: 'none' | 'full' | 'partial';
  /** Where not all operations can be given back: those that can. */
  refundOf?: OperationKind[];
  cancelPending: boolean;
  /** Where not all operations can be dropped: those that can. */
  cancelOf?: OperationKind[];
  /**
   * Kinds whose payers may have to act on a page of ours (a code, 3-D Secure), whatever the
   * catalogue says of the service.
   */
  payerPages?: OperationKind[];
  balance: boolean;
  listBills: boolean;
  quote: boolean;
  /**
   * An order goes out under the session of its quote: once, and for the very people of the quote.
   */
  quoteSession?: true;
  inquiry: boolean;
  /**
   * The way out of an outcome that a crash hid; the connector's own `unknown` outcomes carry
   * theirs.
   */
  resolution: Resolution;
  limits: { ratePerSec?: number; concurrency: number; timeoutMs: number };
}

/**
 * One field of the configuration form that an operator fills in; `secret` fields are stored
 * encrypted and never shown again.
 */
export interface ConfigField {
  name: string;
  type: 'text' | 'url' | 'secret' | 'number' | 'boolean' | 'choice';
  choices?: string[];
  label: { fr: string; en: string };
  /** Where the value is found at the provider, or what it changes. */
  hint?: { fr: string; en: string };
  required: boolean;
  /** What an absent value means. */
  fallback?: string | number | boolean;
  /**
   * Says where secrets are sent, and who can read them on the way, as every `url` does: when it
   * changes they must be written anew.
   */
  address?: true;
  /** The text has several lines, as a certificate does. */
  lines?: true;
  /**
   * When it stops being good, for the warning beforehand. `certificate`: PEM certificates, which
   * say it themselves. `date`: the field is the day (`2027-03-31`) until which a token or an API
   * user beside it is good, as the provider has named it; a misspelt one is refused.
   */
  expiry?: 'certificate' | 'date';
  /** Says which account of ours at the provider is meant. */
  account?: true;
}
export interface ConfigProblem {
  field: string;
  message: string;
}

export type HttpResult =
  | { kind: 'answer'; status: number; headers: { [name: string]: string }; body: Buffer }
  /** Certain: no byte of the request left. */
  | { kind: 'not_sent'; cause: string }
  /** Bytes may have reached the provider. */
  | { kind: 'lost'; cause: 'timeout' | 'connection' };

/** PEM texts; what is absent is the usual one, or none. */
export interface TlsOptions {
  /** The only authorities that are believed. */
  ca?: string | undefined;
  /** A certificate of our own, with its private key: mutual TLS. */
  cert?: string | undefined;
  key?: string | undefined;
  /** The name in the provider's certificate, where it is not the address's. */
  servername?: string | undefined;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: { [name: string]: string };
  body?: string | Buffer;
  timeoutMs: number;
  /** For an https address. Connections are shared among requests that say the same. */
  tls?: TlsOptions;
  /**
   * Set by the core, never by a connector: asked once the connection stands, just before the first
   * byte is written. False: nothing leaves, and the result is `not_sent`.
   */
  mayLeave?(): boolean;
}

/**
 * Every effect a connector may have. Tests inject their own. The transport never retries and
 * follows no redirect.
 */
export interface Context<Config> {
  config: Config;
  http(request: HttpRequest): Promise<HttpResult>;
  /** Wall clock in ms, for protocol headers only. */
  now(): number;
  log(
    level: 'info' | 'warn' | 'error',
    message: string,
    details?: { [name: string]: string | number },
  ): void;
  /**
   * Card data of a handle, or null once taken, expired or on another node. Reading does not remove
   * it. Number and CVC are the held bytes themselves, ASCII digits, and are overwritten later: they
   * are copied into the bytes to send and never made a text.
   */
  card(
    handle: string,
  ): { number: Buffer; expireMonth: string; expireYear: string; cvc: Buffer } | null;
  /**
   * Single-flight cache of access tokens, shared by all calls of one connector instance. `refused`
   * is a value that the provider has just answered 401 to: it is fetched anew, once for all
   * callers, unless the cache already holds another one.
   */
  token(
    key: string,
    fetch: () => Promise<{ value: string; livesMs: number }>,
    refused?: string,
  ): Promise<string>;
}

export interface Notice {
  method: string;
  /** Path below the notification base, without the secret. */
  path: string;
  /**
   * The query of the address; absent: none. Some providers check an address by a GET with a query
   * (Meta's `hub.challenge`).
   */
  query?: { [name: string]: string };
  headers: { [name: string]: string | undefined };
  body: Buffer;
  /**
   * When it came, in ms since 1970 by a clock that is right: what a signed timestamp is compared
   * with.
   */
  receivedAtMs: number;
}
export interface Receipt {
  /** `contentType`: `application/json` unless told. */
  reply: { status: number; body?: string; contentType?: string };
  events: ProviderEvent[];
}

/** Something that a provider sells, in the terms that a service's settings name. */
export interface ProviderProduct extends ProductTerms {
  name: string;
  kind: OperationKind;
  /** ISO 3166 alpha-2. */
  country: string;
}

/** Whether a payout would arrive, asked before it is ordered. */
export interface RecipientCheck {
  exists: 'yes' | 'no' | 'unknown';
  /** As the provider shows it, often masked. */
  name?: string;
}

/** Where a configuration leads to. */
export interface Target {
  host: string;
  port: number;
  /** Null: plain. */
  tls: TlsOptions | null;
}
export type ConnectionTestResult =
  /** `said`: what the provider answered, for people, without secrets. */
  | { ok: true; said: string }
  /**
   * `unknown us`: it refused our credentials. `strange`: it answered something else than the
   * protocol says.
   */
  | { ok: false; why: 'no answer' | 'unknown us' | 'strange'; said: string };

/** How a configuration is tried out without any effect on money or messages. */
export interface ConnectionTest<Context, Config> {
  target(config: Config): Target;
  /**
   * The provider's most harmless call that shows our credentials. Never throws for a provider's
   * misbehaviour.
   */
  call(context: Context): Promise<ConnectionTestResult>;
}

export interface Connector<Config = { [name: string]: unknown }> {
  readonly name: string;
  readonly configForm: ConfigField[];
  readonly goLive?: readonly GoLiveItem[];
  capabilities(config: Config): Capabilities;
  /** Pure. An empty list means that the configuration can be used. */
  checkConfig(config: Config): ConfigProblem[];
  /**
   * Pure check before anything is sent (number, amount step, sandbox digits 7NNN); null when fine.
   */
  validate(config: Config, intent: Intent): ProviderError | null;
  /**
   * Pure and synchronous, so that references and bytes can be stored in the same commit that opens
   * the attempt.
   */
  prepare(config: Config, intent: Intent, ourRef: string): Prepared;
  /**
   * Sends. Never throws for a provider's misbehaviour: everything unlisted is `unknown`. `replay`
   * sends the same bytes under the same reference.
   */
  execute(
    context: Context<Config>,
    intent: Intent,
    prepared: Prepared,
    how: 'first' | 'replay',
  ): Promise<Outcome>;
  /**
   * Pure: the stored request of what comes after the payer has answered a challenge. It is itself
   * an attempt with a reference of its own: stored, sent, queried. `refs` are those of the attempt
   * before; what it was about is read from them. A refusal leaves the operation as it is, and the
   * payer may try again.
   */
  prepareStep?(
    config: Config,
    intent: Intent,
    refs: Refs,
    ourRef: string,
    input: StepInput,
  ): Prepared | ProviderError;
  /**
   * Sends a step. `input` is null when the node that had it is gone; then nothing secret can be
   * sent, and what must not go without it answers `not_sent`.
   */
  executeStep?(
    context: Context<Config>,
    intent: Intent,
    prepared: Prepared,
    input: StepInput | null,
  ): Promise<Outcome>;
  /**
   * Looks the attempt up by our reference (theirs too when known). Safe at any time, any number of
   * times.
   */
  query(context: Context<Config>, intent: Intent, refs: Refs): Promise<QueryOutcome>;
  /**
   * Pure: whether the party that a result names is whom this order pays or collects from. Present
   * where the protocol tells a party.
   */
  isParty?(intent: Intent, party: string): boolean;
  /**
   * Authenticates and parses a notice. Must not throw on garbage: it replies 4xx with no events.
   */
  receive(config: Config, notice: Notice): Receipt;
  /**
   * Asks the provider to drop an attempt that waits for its payer, or (resolution
   * `timeoutReversal`) one of which it is not known whether it was executed. `failed` means
   * dropped, with executed `no` or `reversed`; with the provider's word `cancelled` it was dropped
   * because we asked, and the operation is CANCELED. Safe any number of times.
   */
  cancel?(context: Context<Config>, intent: Intent, refs: Refs): Promise<QueryOutcome>;
  /**
   * Pure: the stored request of a full refund (reversal) of a succeeded attempt. It is itself an
   * attempt: stored, executed, queried.
   */
  prepareRefund?(config: Config, intent: Intent, original: Refs, ourRef: string): Prepared;
  executeRefund?(
    context: Context<Config>,
    intent: Intent,
    prepared: Prepared,
    how: 'first' | 'replay',
  ): Promise<Outcome>;
  queryRefund?(context: Context<Config>, intent: Intent, refs: Refs): Promise<QueryOutcome>;
  balance?(context: Context<Config>): Promise<{ currency: string; available: bigint }[]>;
  /**
   * All that moved on a day (`2026-11-22`, UTC unless the returned value says another clock),
   * oldest first. Throws when the provider cannot be asked, or a line cannot be read: half a day is
   * none.
   */
  statement?(
    context: Context<Config>,
    day: string,
  ): AsyncIterable<StatementLine, StatementDay | void>;
  /** Present where orders leave in files: then `execute` is never called. */
  files?: FileProtocol<Config>;
  /** What the provider sells at present. Throws when it cannot be asked. */
  products?(context: Context<Config>): AsyncIterable<ProviderProduct>;
  /** Asks whether the party of an intent can be paid. No effect on money. */
  verifyRecipient?(context: Context<Config>, intent: Intent): Promise<RecipientCheck>;
  listBills?(
    context: Context<Config>,
    codeService: string,
    accountNumber: string,
  ): Promise<{ bills: PendingBill[] } | { error: ProviderError }>;
  quote?(
    context: Context<Config>,
    order: { codeService: string; amount: bigint; currency: string; data: RemitSendData },
  ): Promise<{ quote: RemitQuote } | { error: ProviderError }>;
  inquiry?(
    context: Context<Config>,
    codeService: string,
    referenceNumber: string,
  ): Promise<{ record: RemitRecord } | { error: ProviderError }>;
  health?(context: Context<Config>): Promise<'up' | 'degraded' | 'down'>;
  connectionTest?: ConnectionTest<Context<Config>, Config>;
}
