// Maps each known response code of the provider to its meaning, for collections and for
// disbursements: the two families have tables of their own, and the same last digits mean other
// things. The table of docs/providers/airtel.md. A code is `DP00800001007` on collections and
// `DP00900001007` on disbursements; the tables have its last four digits.

import { queryRow, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type AirtelOperation = 'collect' | 'payout';

/** `ask`: only the status query decides. `missing`: the provider does not know the id. */
export type AirtelRow = RefusalRow | 'ask' | 'done' | 'wait' | 'missing';

const refusedByPayer = refusalRow(108, 'never');
export const notApprovedInTime = refusalRow(4, 'never');
const notAllowed = refusalRow(14, 'never');
const dailyLimit = refusalRow(51, 'never');
const amountBad = refusalRow(116, 'never');
const failedThere = refusalRow(29, 'never');
/** Our signature, or our account. */
const ourAccount = refusalRow(19, 'otherRoute', 'credentials');

export const collectionTable = {
  1000: { collect: 'ask' },
  1001: { collect: 'done' },
  1002: { collect: refusedByPayer },
  1003: { collect: dailyLimit },
  1004: { collect: amountBad },
  1005: { collect: notApprovedInTime },
  1006: { collect: 'wait' },
  1007: { collect: refusalRow(57, 'never') },
  1008: { collect: refusedByPayer },
  1009: { collect: notAllowed },
  1010: { collect: notAllowed },
  1024: { collect: notApprovedInTime },
  1025: { collect: 'missing' },
  1026: { collect: ourAccount },
  1029: { collect: notApprovedInTime },
} satisfies OutcomeTable<'collect', AirtelRow>;

export type CollectionCode = keyof typeof collectionTable;

export const disbursementTable = {
  1000: { payout: 'ask' },
  1001: { payout: 'done' },
  1003: { payout: dailyLimit },
  1004: { payout: amountBad },
  1005: { payout: failedThere },
  1006: { payout: 'wait' },
  1007: { payout: refusalRow(53, 'otherRoute', 'float') },
  1009: { payout: notAllowed },
  1010: { payout: notAllowed },
  // Exists in a similar form, timed out, and repeated: each may have been executed.
  1011: { payout: 'ask' },
  1012: { payout: refusalRow(1, 'never') },
  1013: { payout: failedThere },
  1014: { payout: 'ask' },
  1015: { payout: 'missing' },
  1016: { payout: ourAccount },
  1017: { payout: 'ask' },
  1018: { payout: ourAccount },
} satisfies OutcomeTable<'payout', AirtelRow>;

export type DisbursementCode = keyof typeof disbursementTable;

/** Undefined: not listed, or of the other family. */
export function rowOfCode(
  operation: AirtelOperation,
  code: string | undefined,
): AirtelRow | undefined {
  const found = /^(DP00[89])0000(\d{4})$/.exec(code ?? '');
  const digits = found?.[2];
  if (digits === undefined || found?.[1] !== family[operation]) return undefined;
  return operation === 'collect'
    ? queryRow(collectionTable, operation, digits)
    : queryRow(disbursementTable, operation, digits);
}

const family = { collect: 'DP008', payout: 'DP009' } as const;

/**
 * Said in an answer it does not prove that nothing was executed: the transaction may have gone on.
 */
export const timedOut = 'DP00800001024';

/** HTTP 401: neither the old token nor a new one is taken. */
export const stranger = refusalRow(49, 'otherRoute', 'credentials');
