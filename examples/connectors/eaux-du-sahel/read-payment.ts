// Reads a payment (`règlement`) as the company shows it, in an answer and in a notice.

import {
  about,
  failed,
  pending,
  sandboxRow,
  succeeded,
  textMember,
  type Claims,
  type JsonObject,
  type ProviderError,
  type QueryOutcome,
  type Refs,
} from '@jokko/connectors/kit';
import { fromFrancs } from './money.ts';
import { refusals, statuses } from './outcome-table.ts';

/** `unlisted`: a status or a reason that the table does not have. */
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
  const code = word === 'REJETE' ? (textMember(payment, 'motif') ?? word) : word;
  const outcome = outcomeOf(word, code, refs, payment, sandbox);
  return outcome === null
    ? { kind: 'unlisted', refs, claims, code }
    : { kind: 'outcome', refs, claims, outcome: about(outcome, claims) };
}

function outcomeOf(
  word: string,
  code: string,
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
      const error = refusalOf(code, payment, sandbox);
      return error === null ? null : failed(refs, error);
    }
  }
}

/** A refusal in our words; null where the table does not list its code. */
export function refusalOf(
  code: string,
  { bacASable }: JsonObject,
  sandbox: boolean,
): ProviderError | null {
  const row =
    sandbox && typeof bacASable === 'number'
      ? sandboxRow(bacASable)
      : Object.hasOwn(refusals, code)
        ? refusals[code]!
        : null;
  return row === null ? null : { ...row, provider: code };
}
