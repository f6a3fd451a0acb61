// Reads an Operation of the sandbox protocol. Pure, so that an answer and a signed notification
// are read alike.

import { defined } from '@jokko/contract';
import type {
  Challenge,
  Claims,
  JsonObject,
  ProviderError,
  QueryOutcome,
  Refs,
  VoucherType,
} from '@jokko/connectors/kit';
import {
  about,
  amountFromWire,
  asObject,
  codeMember,
  failed,
  failedFor,
  pending,
  refusalRow,
  sandboxRow,
  succeeded,
  textMember,
  voucherFromWire,
} from '@jokko/connectors/kit';

export interface ReadOperation {
  refs: Refs;
  claims: Claims;
  /** `unlisted`: a status or stage that the protocol does not know. */
  outcome: QueryOutcome | { kind: 'unlisted'; code: string };
}

/** Reads an Operation; null when the object is none. */
export function readOperation(object: JsonObject): ReadOperation | null {
  const ours = textMember(object, 'reference');
  const status = textMember(object, 'status');
  const amount = amountFromWire(object['amount']);
  const currency = textMember(object, 'currency');
  if (ours === undefined || status === undefined || amount === null || currency === undefined)
    return null;
  const theirs = textMember(object, 'id');
  const refs: Refs = theirs === undefined ? { ours } : { ours, theirs };
  const party = textMember(object, 'party');
  const claims: Claims = { ours, amount, currency, ...defined({ party }) };
  const outcome = outcomeOf(object, status, refs);
  return { refs, claims, outcome: outcome.kind === 'unlisted' ? outcome : about(outcome, claims) };
}

function outcomeOf(object: JsonObject, status: string, refs: Refs): ReadOperation['outcome'] {
  switch (status) {
    case 'pending': {
      const stage = object['stage'];
      if (stage !== 'payer' && stage !== 'provider') return unlistedCode(`stage ${String(stage)}`);
      return pending(refs, stage, challengeOf(object));
    }
    case 'succeeded':
      return succeeded(refs, voucherFromWire(object['voucher'], voucherTypes));
    case 'failed':
      return failureOf(object, refs);
    case 'canceled':
      return failed(refs, canceled);
    case 'reversed':
      return { kind: 'reversed', refs };
    default:
      return unlistedCode(`status ${status}`);
  }
}

const voucherTypes: { readonly [theirs: string]: VoucherType } = {
  meter_token: 'METER_TOKEN',
  airtime_pin: 'AIRTIME_PIN',
  pickup_code: 'PICKUP_CODE',
};

/** The provider confirms that the payer can no longer approve. */
export const canceled: ProviderError = { ...refusalRow(4, 'never'), provider: 'canceled' };

function failureOf(object: JsonObject, refs: Refs): ReadOperation['outcome'] {
  const error = asObject(object['error']);
  const errorId = error?.['errorId'];
  const row = typeof errorId === 'number' ? sandboxRow(errorId) : null;
  // Anything but "no" would be a failure that moved money, which the protocol does not have.
  if (object['executed'] !== 'no') return unlistedCode(`executed ${String(object['executed'])}`);
  const told = error ?? {};
  const reason = textMember(told, 'code') ?? codeMember(told, 'errorId');
  const word = { status: 'failed', reason, message: textMember(told, 'text') };
  return failedFor(refs, row ?? undefined, word);
}

function challengeOf(object: JsonObject): Challenge | undefined {
  const challenge = asObject(object['challenge']);
  if (challenge === null) return undefined;
  const found: Challenge = { expiresInMs: expiryMs(challenge['expiresInSeconds']) };
  const authUrl = textMember(challenge, 'authUrl');
  const deepLinkUrl = textMember(challenge, 'deepLinkUrl');
  const qrText = textMember(challenge, 'qrText');
  if (authUrl !== undefined) found.authUrl = authUrl;
  if (deepLinkUrl !== undefined) found.deepLinkUrl = deepLinkUrl;
  if (qrText !== undefined) found.qrText = qrText;
  return found;
}

function expiryMs(seconds: unknown): number {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : assumedLinkLifeMs;
}

function unlistedCode(code: string): { kind: 'unlisted'; code: string } {
  return { kind: 'unlisted', code };
}

const assumedLinkLifeMs = 15 * 60_000;
