// Reads a checkout session of Wave as the state of a collection.

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
import type {
  Challenge,
  Claims,
  Failed,
  Intent,
  JsonObject,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { ended, unlistedCode } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { expired, refusedByPayer } from './error-table.ts';

/** What a session is about; null where its id or its amount cannot be read. */
export function sessionFacts(object: JsonObject): { id: string; claims: Claims } | null {
  const id = textMember(object, 'id');
  const amount = amountFromWire(object['amount']);
  const currency = textMember(object, 'currency');
  if (id === undefined || amount === null || currency === undefined) return null;
  const ours = textMember(object, 'client_reference');
  const party = textMember(object, 'restrict_payer_mobile');
  return {
    id,
    claims: {
      ...defined({ ours }),
      amount,
      currency,
      ...defined({ party }),
    },
  };
}

/** The state of the attempt that a session is; `link`: with the payer's link where it is open. */
export function readSession(
  attempt: Attempt,
  object: JsonObject,
  link: 'link' | 'no link',
): QueryOutcome {
  const facts = sessionFacts(object);
  const status = wordMember(object, 'checkout_status') ?? '';
  const payment = wordMember(object, 'payment_status') ?? '';
  if (facts === null) return unlistedCode(attempt, 'a session without id, amount or currency');
  const refs: Refs = { ours: attempt.refs.ours, theirs: facts.id };
  const transaction = textMember(object, 'transaction_id');
  if (transaction !== undefined) refs['transaction'] = transaction;
  const words = `${status} ${payment}`.toLowerCase();
  switch (words) {
    case 'complete succeeded':
      return about(succeeded(refs), facts.claims);
    // A payment that failed, or that the payer refused: another may follow until the session ends.
    case 'open processing':
    case 'open cancelled':
      return about(
        pending(refs, 'payer', link === 'link' ? challengeOf(attempt, object) : undefined),
        facts.claims,
      );
    case 'expired processing':
    case 'expired cancelled':
      return about(expiredFor({ ...attempt, refs }, object, payment), facts.claims);
    default:
      return unlistedCode({ ...attempt, refs }, `session ${words}`);
  }
}

/** The last payment that failed says most; without one nobody paid. */
function expiredFor(attempt: Attempt, object: JsonObject, payment: string): Failed {
  const error = asObject(object['last_payment_error']);
  return payment === 'CANCELLED'
    ? ended(attempt, 'declined', error, refusedByPayer)
    : ended(attempt, 'expired', error, expired);
}

/** Whether an open session is older than the payer's window. Wave's own end may come much later. */
export function isOverdue({ context, intent }: Attempt, object: JsonObject): boolean {
  const createdAt = Date.parse(textMember(object, 'when_created') ?? '');
  return (
    wordMember(object, 'checkout_status') === 'OPEN' &&
    context.now() - createdAt > intent.payerWindowMs
  );
}

/** The link opens the app on the payer's phone; as a QR code it is the same address. */
function challengeOf({ context, intent }: Attempt, object: JsonObject): Challenge | undefined {
  const url = textMember(object, 'wave_launch_url');
  if (url === undefined) return undefined;
  const endsAt = Date.parse(textMember(object, 'when_expires') ?? '');
  const expiresInMs = Number.isNaN(endsAt)
    ? intent.payerWindowMs
    : Math.max(endsAt - context.now(), 0);
  return isByQr(intent) ? { qrText: url, expiresInMs } : { deepLinkUrl: url, expiresInMs };
}

const isByQr = ({ extra }: Intent): boolean => extra.type === 'wallet' && extra.link === 'qr';
