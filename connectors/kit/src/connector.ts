// What must a provider connector offer? The one interface; `capabilities` tells which optional parts are there.
// The core owns ledger, persistence, retry timers, polling, routing and callbacks. A connector only speaks one protocol.

import type { Intent, OperationKind } from './intent.ts';
import type { Outcome, ProviderError, QueryOutcome, Refs, Resolution } from './outcome.ts';
import type { PendingBill, RemitQuote, RemitRecord, RemitSendData } from './remittance.ts';

export interface Capabilities {
  operations: OperationKind[];
  idempotency: 'replay-key' | 'unique-ref-conflict' | 'unique-ref-search' | 'none';
  /** What the core may do once absence is proven. */
  replay: 'same-bytes' | 'same-ref-after-404' | 'never';
  notification: { mode: 'none' | 'push'; auth: 'hmac' | 'secret-path' | 'none'; bookable: boolean };
  queryBy: ('ours' | 'theirs')[];
  refund: 'none' | 'full' | 'partial';
  cancelPending: boolean;
  balance: boolean;
  listBills: boolean;
  quote: boolean;
  lookup: boolean;
  /** The way out of an outcome that a crash hid; the connector's own `unknown` outcomes carry theirs. */
  resolution: Resolution;
  limits: { ratePerSec?: number; concurrency: number; timeoutMs: number };
}

/** One field of the configuration form that an operator fills in; `secret` fields are stored encrypted and never shown again. */
export interface ConfigField {
  name: string;
  type: 'text' | 'url' | 'secret' | 'number' | 'boolean' | 'choice';
  choices?: string[];
  label: { fr: string; en: string };
  required: boolean;
  /** Says where secrets are sent, and who can read them on the way, as every `url` does: when it changes they must be written anew. */
  address?: true;
  /** Of several lines, as a certificate is. */
  lines?: true;
  /** Says which account of ours at the provider is meant. */
  account?: true;
}
export interface ConfigProblem {
  field: string;
  message: string;
}

/** The stored request: our references and the exact body bytes. Stored before sending; holds no card number, no CVC, no token. */
export interface Prepared {
  refs: Refs;
  method: 'POST' | 'PUT';
  path: string;
  body: string;
}

export type HttpResult =
  | { kind: 'answer'; status: number; headers: { [name: string]: string }; body: Buffer }
  /** Certain: no byte of the request left. */
  | { kind: 'not_sent'; cause: string }
  /** Bytes may have reached the provider. */
  | { kind: 'lost'; cause: 'timeout' | 'connection' };

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: { [name: string]: string };
  body?: string | Buffer;
  timeoutMs: number;
}

/** Every effect a connector may have. Tests inject their own. The transport never retries and follows no redirect. */
export interface Context<Config> {
  config: Config;
  http(request: HttpRequest): Promise<HttpResult>;
  /** Wall clock in ms, for protocol headers only. */
  now(): number;
  log(level: 'info' | 'warn' | 'error', message: string, facts?: { [name: string]: string | number }): void;
  /** Card data of a handle, or null once taken, expired or on another node. Reading does not remove it. */
  card(handle: string): { number: string; expireMonth: string; expireYear: string; cvc: string } | null;
  /**
   * Single-flight cache of access tokens, shared by all calls of one connector instance. `refused` is a value that the provider
   * has just answered 401 to: it is fetched anew, once for all callers, unless the cache already holds another one.
   */
  token(key: string, fetch: () => Promise<{ value: string; livesMs: number }>, refused?: string): Promise<string>;
}

export interface Notice {
  method: string;
  /** Path below the notification base, without the secret. */
  path: string;
  headers: { [name: string]: string | undefined };
  body: Buffer;
}
export interface ProviderEvent {
  match: { ours?: string; theirs?: string };
  /** True only when protocol and configuration prove who sent it. */
  authenticated: boolean;
  dedupeKey: string;
  /** What the notice says was moved: a result for another amount or currency is not ours and is never booked. */
  claims?: { amount: bigint; currency: string };
  /** Booked directly only when authenticated and the capability says bookable; else it triggers a look-up. */
  outcome?: QueryOutcome;
}
export interface Receipt {
  reply: { status: number; body?: string };
  events: ProviderEvent[];
}

/** Where a configuration leads to. */
export interface Target {
  host: string;
  port: number;
  /** Null: plain. `ca` (PEM) and `servername` where they are not the usual ones. */
  tls: { ca?: string | undefined; servername?: string | undefined } | null;
}
export type TrialResult =
  /** `said`: what the provider answered, for people, without secrets. */
  | { ok: true; said: string }
  /** `unknown us`: it refused our credentials. `strange`: it answered something else than the protocol says. */
  | { ok: false; why: 'no answer' | 'unknown us' | 'strange'; said: string };

/** How a configuration is tried out without any effect on money or messages. */
export interface Trial<Context, Config> {
  target(config: Config): Target;
  /** The provider's most harmless call that shows our credentials. Never throws for a provider's misbehaviour. */
  call(context: Context): Promise<TrialResult>;
}

export interface Connector<Config = { [name: string]: unknown }> {
  readonly name: string;
  readonly configForm: ConfigField[];
  capabilities(config: Config): Capabilities;
  /** Pure. An empty list means that the configuration can be used. */
  checkConfig(config: Config): ConfigProblem[];
  /** Pure check before anything is sent (number, amount step, sandbox digits 7NNN); null when fine. */
  validate(config: Config, intent: Intent): ProviderError | null;
  /** Pure and synchronous, so that references and bytes can be stored in the same commit that opens the attempt. */
  prepare(config: Config, intent: Intent, ourRef: string): Prepared;
  /** Sends. Never throws for a provider's misbehaviour: everything unlisted is `unknown`. `replay` sends the same bytes under the same reference. */
  execute(context: Context<Config>, intent: Intent, prepared: Prepared, how: 'first' | 'replay'): Promise<Outcome>;
  /** Looks the attempt up by our reference (theirs too when known). Safe at any time, any number of times. */
  query(context: Context<Config>, intent: Intent, refs: Refs): Promise<QueryOutcome>;
  /** Authenticates and parses a notice. Must not throw on garbage: it replies 4xx with no events. */
  receive(config: Config, notice: Notice): Receipt;
  /** Asks the provider to drop an attempt that waits for its payer. `failed` with executed `no` means dropped. */
  cancel?(context: Context<Config>, intent: Intent, refs: Refs): Promise<QueryOutcome>;
  /** Pure: the stored request of a full refund (reversal) of a succeeded attempt. It is itself an attempt: stored, executed, queried. */
  prepareRefund?(config: Config, intent: Intent, original: Refs, ourRef: string): Prepared;
  executeRefund?(context: Context<Config>, intent: Intent, prepared: Prepared, how: 'first' | 'replay'): Promise<Outcome>;
  queryRefund?(context: Context<Config>, intent: Intent, refs: Refs): Promise<QueryOutcome>;
  balance?(context: Context<Config>): Promise<{ currency: string; available: bigint }[]>;
  listBills?(
    context: Context<Config>,
    codeService: string,
    accountNumber: string,
  ): Promise<{ bills: PendingBill[] } | { error: ProviderError }>;
  quote?(
    context: Context<Config>,
    order: { codeService: string; amount: bigint; currency: string; data: RemitSendData },
  ): Promise<{ quote: RemitQuote } | { error: ProviderError }>;
  lookup?(
    context: Context<Config>,
    codeService: string,
    referenceNumber: string,
  ): Promise<{ record: RemitRecord } | { error: ProviderError }>;
  health?(context: Context<Config>): Promise<'up' | 'degraded' | 'down'>;
  trial?: Trial<Context<Config>, Config>;
}
