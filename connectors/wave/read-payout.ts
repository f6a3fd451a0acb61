// Reads a payout of Wave as the state of an attempt.

import { defined } from '@jokko/contract';
import {
  about,
  amountFromWire,
  asObject,
  pending,
  succeeded,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import type { Claims, JsonObject, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { ended, unlistedCode } from './attempt.ts';
import { keptOf } from './statement.ts';
import type { Attempt } from './attempt.ts';

export function readPayout(attempt: Attempt, object: JsonObject): QueryOutcome {
  const theirs = textMember(object, 'id');
  const amount = amountFromWire(object['receive_amount']);
  const currency = textMember(object, 'currency');
  if (theirs === undefined || amount === null || currency === undefined)
    return unlistedCode(attempt, 'a payout without id, amount or currency');
  const refs: Refs = { ours: attempt.refs.ours, theirs };
  const claims = claimsOf(object, amount, currency);
  const status = (wordMember(object, 'status') ?? '').toLowerCase();
  switch (status) {
    case 'succeeded': {
      const fee = object['fee'] === undefined ? null : keptOf(object);
      return about(fee === null ? succeeded(refs) : { ...succeeded(refs), fee }, claims);
    }
    case 'processing':
      return about(pending(refs, 'provider'), claims);
    case 'failed':
      return about(ended({ ...attempt, refs }, status, asObject(object['payout_error'])), claims);
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
    ...defined({ ours }),
    amount,
    currency,
    ...defined({ party }),
  };
}
