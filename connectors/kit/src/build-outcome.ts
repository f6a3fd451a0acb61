// How are outcomes made? One function for each end, so that every connector builds the same shapes.

import type { Challenge, Failed, NotSent, Pending, ProviderError, Refs, Resolution, Succeeded, Unknown } from './outcome.ts';

export function pending(refs: Refs, stage: Pending['stage'], challenge?: Challenge): Pending {
  return challenge === undefined ? { kind: 'pending', refs, stage } : { kind: 'pending', refs, stage, challenge };
}

export function succeeded(refs: Refs, voucher?: string): Succeeded {
  return voucher === undefined ? { kind: 'succeeded', refs } : { kind: 'succeeded', refs, voucher };
}

/** Money certainly did not move. */
export function failed(refs: Refs, error: ProviderError): Failed {
  return { kind: 'failed', refs, error, executed: 'no' };
}

export function notSent(refs: Refs, cause: string): NotSent {
  return { kind: 'not_sent', refs, cause };
}

export function unknown(refs: Refs, cause: Unknown['cause'], resolve: Resolution): Unknown {
  return { kind: 'unknown', refs, cause, resolve };
}
