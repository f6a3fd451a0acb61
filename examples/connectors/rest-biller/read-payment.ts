// Reads a payment as the biller shows it, in an answer and in a notice.

import {
  about,
  amountFromWire,
  asObject,
  codeMember,
  failedFor,
  pending,
  sandboxRow,
  succeeded,
  textMember,
  wordMember,
  type Claims,
  type JsonObject,
  type ProviderError,
  type QueryOutcome,
  type Refs,
  type RefusalRow,
} from '@jokko/connectors/kit';
import { refusals, statuses } from './outcome-table.ts';

/** `unlisted`: a status that the table does not have. */
export type ReadPayment =
  | { kind: 'outcome'; refs: Refs; claims: Claims; outcome: QueryOutcome }
  | { kind: 'unlisted'; refs: Refs; claims: Claims; code: string };

/**
 * Null where it is no payment. `sandbox`: whether the simulator's own number of a refusal counts.
 */
export function readPayment(payment: JsonObject, sandbox: boolean): ReadPayment | null {
  const ours = textMember(payment, 'reference');
  const theirs = codeMember(payment, 'id');
  const word = wordMember(payment, 'status');
  const amount = amountFromWire(payment['amount']);
  const currency = textMember(payment, 'currency');
  const party = codeMember(payment, 'account');
  if (!ours || !theirs || !word || !currency || !party || amount === null) return null;
  const refs: Refs = { ours, theirs };
  const claims: Claims = { ours, amount, currency, party };
  const status = Object.hasOwn(statuses, word) ? statuses[word]! : null;
  switch (status) {
    case null:
      return { kind: 'unlisted', refs, claims, code: word };
    case 'pending':
      return read(refs, claims, pending(refs, 'provider'));
    case 'succeeded':
      return read(refs, claims, succeeded(refs));
    case 'reversed':
      return read(refs, claims, { kind: 'reversed', refs });
    case 'failed': {
      // FAILED is final, whatever the reason.
      const reason = asObject(payment['reason']) ?? {};
      const code = codeMember(reason, 'code');
      const row = code === undefined ? null : rowOf(code, reason['sandboxId'], sandbox);
      const told = { status: word, reason: code, message: textMember(reason, 'message') };
      return read(refs, claims, failedFor(refs, row ?? undefined, told));
    }
  }
}

const read = (refs: Refs, claims: Claims, outcome: QueryOutcome): ReadPayment => ({
  kind: 'outcome',
  refs,
  claims,
  outcome: about(outcome, claims),
});

/** A refusal in our words; null where the table does not list its code. */
export function refusalOf(reason: JsonObject, sandbox: boolean): ProviderError | null {
  const code = codeMember(reason, 'code');
  if (code === undefined) return null;
  const row = rowOf(code, reason['sandboxId'], sandbox);
  if (row === null) return null;
  const message = textMember(reason, 'message');
  return { ...row, provider: code, ...(message === undefined ? {} : { message }) };
}

function rowOf(code: string, sandboxId: unknown, sandbox: boolean): RefusalRow | null {
  if (sandbox && typeof sandboxId === 'number') return sandboxRow(sandboxId);
  return Object.hasOwn(refusals, code) ? refusals[code]! : null;
}
