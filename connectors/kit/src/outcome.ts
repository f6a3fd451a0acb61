// What can a provider say about one attempt? Five ends, and only the connector knows the safe way out of "unknown",
// so it says it as data and the core does it.

/** References of one attempt. `ours` is made by us before sending and is what look-ups use; the rest is the provider's. */
export type Refs = { ours: string; theirs?: string; session?: string } & { [name: string]: string | undefined };

/** A refusal in the words of our error catalogue, with the provider's own words beside it for the operator. */
export interface ProviderError {
  /** Error catalogue code, for example `no_opa_account`. */
  catalogue: string;
  /** Error catalogue id when the code alone is ambiguous. */
  catalogueId?: number;
  /** The provider's own code, never shown to payers. */
  provider: string;
  message?: string;
  retryable: 'never' | 'sameAttempt' | 'newAttempt' | 'otherRoute';
  alert?: 'float' | 'credentials' | 'config' | 'down';
}

/** What the payer must do next. All URLs are the provider's; the gateway wraps them in its own link page. */
export interface Challenge {
  deepLinkUrl?: string;
  /** Page of the card issuer's 3-D Secure step. */
  authUrl?: string;
  /** Text to be drawn as a QR code. */
  qrText?: string;
  expiresInMs: number;
}

/** How the core gets out of an unknown outcome: the steps in order, the earliest first look, and when a human takes over. */
export interface Resolution {
  steps: ('query' | 'replaySameBytes' | 'waitNotification' | 'manual')[];
  /** First look-up not before this many ms after sending. */
  notBeforeMs: number;
  /** "Absent" counts only when seen twice, both later than this many ms after sending (quiescence time). */
  quiescenceMs: number;
  giveUpAfterMs: number;
}

export interface Pending {
  kind: 'pending';
  refs: Refs;
  /** `payer`: waits for the payer's approval. `provider`: the provider took it and works on it. */
  stage: 'payer' | 'provider';
  challenge?: Challenge;
  nextQueryInMs?: number;
}
export interface Succeeded {
  kind: 'succeeded';
  refs: Refs;
  /** Token, PIN or free text bought with a reload. */
  voucher?: string;
}
/** Money certainly did not move, or was certainly moved back. */
export interface Failed {
  kind: 'failed';
  refs: Refs;
  error: ProviderError;
  executed: 'no' | 'reversed';
}
/** No byte of the request left this machine (name not found, connection refused). The same attempt may be sent again. */
export interface NotSent {
  kind: 'not_sent';
  refs: Refs;
  cause: string;
}
export interface Unknown {
  kind: 'unknown';
  refs: Refs;
  cause: 'timeout' | 'connection' | 'http5xx' | 'ambiguous';
  resolve: Resolution;
}
/** Only a look-up says this: the provider knows nothing of our reference. One sighting proves nothing. */
export interface Absent {
  kind: 'absent';
  refs: Refs;
}
/** A success was taken back by the provider later. */
export interface Reversed {
  kind: 'reversed';
  refs: Refs;
  reason?: ProviderError;
}

export type Outcome = Pending | Succeeded | Failed | NotSent | Unknown;
/** Answer of a look-up by our reference. */
export type QueryOutcome = Outcome | Absent | Reversed;
