// Reads a payout of Wave as the state of an attempt.

import {
  about,
  amountFromWire,
  asObject,
  failed,
  pending,
  succeeded,
  textMember,
} from '@jokko/connectors/kit';
import type { Claims, JsonObject, ProviderError, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { unlistedCode } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { failedForNoListedReason } from './error-table.ts';
import { readError } from './read-error.ts';

export function readPayout(attempt: Attempt, object: JsonObject): QueryOutcome {
  const theirs = textMember(object, 'id');
  const amount = amountFromWire(object['receive_amount']);
  const currency = textMember(object, 'currency');
  if (theirs === undefined || amount === null || currency === undefined)
    return unlistedCode(attempt, 'a payout without id, amount or currency');
  const refs: Refs = { ours: attempt.refs.ours, theirs };
  const claims = claimsOf(object, amount, currency);
  const status = textMember(object, 'status') ?? '';
  switch (status) {
    case 'succeeded': {
      const fee = amountFromWire(object['fee']);
      return about(fee === null ? succeeded(refs) : { ...succeeded(refs), fee }, claims);
    }
    case 'processing':
      return about(pending(refs, 'provider'), claims);
    case 'failed':
      return about(failed(refs, whyFailed(attempt, object)), claims);
    case 'reversed':
      return { kind: 'reversed', refs, claims };
    default:
      return unlistedCode({ ...attempt, refs }, `payout ${status}`);
  }
}

function claimsOf(object: JsonObject, amount: bigint, currency: string): Claims {
  const ours = textMember(object, 'client_reference');
  const party = textMember(object, 'mobile');
  return {
    ...(ours === undefined ? {} : { ours }),
    amount,
    currency,
    ...(party === undefined ? {} : { party }),
  };
}

/** "failed" is Wave's documented last word: a reason that is not listed changes nothing about it, and is logged. */
function whyFailed(attempt: Attempt, object: JsonObject): ProviderError {
  const error = asObject(object['payout_error']);
  const read = error === null ? null : readError(attempt.context, attempt.operation, error);
  if (read?.kind === 'refused') return read.error;
  const code = read?.kind === 'unlisted' ? read.code : 'failed without a usable error';
  unlistedCode(attempt, code);
  return { ...failedForNoListedReason, provider: code };
}
