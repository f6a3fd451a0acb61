// Maps the reason codes of ISO 20022 to our error catalogue, for a transfer that was refused and
// for one that came back. Listed in docs/providers/bank-file.md.

import { errorIds, queryRow, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type BankOperation = 'transfer' | 'return';

/** `duplicate`: the bank has had it before, so a refusal proves nothing about the first one. */
export type ReasonRow = RefusalRow | 'duplicate';

const accountInactive = refusalRow(75, 'never');
const notAllowed = refusalRow(49, 'never');
const dailyCeiling = refusalRow(errorIds.daily, 'never');
const recipientCeiling = refusalRow(25, 'never');
const noAccount = refusalRow(errorIds.noRecipientAccount, 'never');
const cannotReceive = refusalRow(76, 'never');
const blocked = refusalRow(errorIds.recipientBlocked, 'never');
const amountBad = refusalRow(errorIds.belowMinimum, 'never');
const refused = refusalRow(errorIds.executionError, 'never');
const ourMistake = refusalRow(errorIds.executionError, 'otherRoute', 'config');
const ourFundsLow = refusalRow(errorIds.providerLow, 'otherRoute', 'float');
const tooLate = refusalRow(errorIds.executionError, 'newAttempt');

const always = (row: ReasonRow): { readonly [operation in BankOperation]: ReasonRow } => ({
  transfer: row,
  return: row,
});

export const reasonTable = {
  AC01: always(noAccount),
  // This is the debtor's account, that is our own.
  AC02: { transfer: ourMistake, return: noAccount },
  AC03: always(noAccount),
  AC04: always(accountInactive),
  AC06: always(blocked),
  AC07: always(accountInactive),
  AG01: always(notAllowed),
  AG02: always(ourMistake),
  AM01: always(amountBad),
  AM02: always(recipientCeiling),
  AM03: always(amountBad),
  // On a return there is no account of ours to be empty.
  AM04: { transfer: ourFundsLow, return: refused },
  AM05: always('duplicate'),
  AM12: always(amountBad),
  AM14: always(dailyCeiling),
  BE01: always(cannotReceive),
  BE04: always(cannotReceive),
  BE05: always(cannotReceive),
  BE06: always(cannotReceive),
  BE07: always(cannotReceive),
  DT01: always(ourMistake),
  DU01: always('duplicate'),
  DU02: always('duplicate'),
  DU03: always('duplicate'),
  DU04: always('duplicate'),
  FF01: always(ourMistake),
  MD07: always(noAccount),
  MS02: always(refused),
  MS03: always(refused),
  NARR: always(refused),
  RC01: always(noAccount),
  RR01: always(refused),
  RR02: always(refused),
  RR03: always(refused),
  RR04: always(refused),
  TM01: always(tooLate),
} satisfies OutcomeTable<BankOperation, ReasonRow>;

/** All other codes that begin so say that the file is wrong in form. */
const formatPrefix = /^FF[0-9]{2}$/;

/** Undefined: not listed. */
export function reasonRow(operation: BankOperation, code: string): ReasonRow | undefined {
  if (formatPrefix.test(code)) return ourMistake;
  return queryRow(reasonTable, operation, code);
}
