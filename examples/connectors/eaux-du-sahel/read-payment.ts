// Reads a payment (`règlement`) as the company shows it, in an answer and in a notice.

import {
  about,
  failedFor,
  pending,
  sandboxRow,
  succeeded,
  textMember,
  type Claims,
  type JsonObject,
  type ProviderError,
  type QueryOutcome,
  type RefusalRow,
  type Refs,
} from '@jokko/connectors/kit';
import { fromFrancs } from './money.ts';
import { refusals, statuses } from './outcome-table.ts';

/** `unlisted`: a status that the table does not have. */
export type ReadPayment =
  | { kind: 'outcome'; refs: Refs; claims: Claims; outcome: QueryOutcome }
  | { kind: 'unlisted'; refs: Refs; claims: Claims; code: string };

/** Null where it is no payment. `sandbox`: whether the simulator's own number of a refusal counts. */
export function readPayment(payment: JsonObject, sandbox: boolean): ReadPayment | null {
  const ours = textMember(payment, 'reference');
  const theirs = textMember(payment, 'numero');
  const word = textMember(payment, 'etat');
  const party = textMember(payment, 'police');
  const amount = fromFrancs(payment['montant']);
  if (!ours || !theirs || !word || !party || amount === null) return null;
  const refs: Refs = { ours, theirs };
  const claims: Claims = { ours, amount, party };
  const outcome = outcomeOf(word, refs, payment, sandbox);
  return outcome === null
    ? { kind: 'unlisted', refs, claims, code: word }
    : { kind: 'outcome', refs, claims, outcome: about(outcome, claims) };
}

function outcomeOf(
  word: string,
  refs: Refs,
  payment: JsonObject,
  sandbox: boolean,
): QueryOutcome | null {
  switch (Object.hasOwn(statuses, word) ? statuses[word]! : null) {
    case null:
      return null;
    case 'pending':
      return pending(refs, 'provider');
    case 'succeeded':
      return succeeded(refs);
    case 'reversed':
      return { kind: 'reversed', refs };
    case 'failed': {
      // A refusal is final, whatever its reason.
      const reason = textMember(payment, 'motif');
      const row = rowOf(reason ?? word, payment, sandbox);
      return failedFor(refs, row ?? undefined, { status: word, reason });
    }
  }
}

/** A refusal in our words; null where the table does not list its code. */
export function refusalOf(
  code: string,
  payment: JsonObject,
  sandbox: boolean,
): ProviderError | null {
  const row = rowOf(code, payment, sandbox);
  return row === null ? null : { ...row, provider: code };
}

function rowOf(code: string, { bacASable }: JsonObject, sandbox: boolean): RefusalRow | null {
  if (sandbox && typeof bacASable === 'number') return sandboxRow(bacASable);
  return Object.hasOwn(refusals, code) ? refusals[code]! : null;
}
