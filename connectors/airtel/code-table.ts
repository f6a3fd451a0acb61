// Maps each response code of the provider to its meaning for each of our operations. The exhaustive
// table of providers/11-mpesa-airtel.md, part B. A code is `DP00800001007` on collections and
// `DP00900001007` on disbursements; the table has its last four digits.

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type AirtelOperation = 'collect' | 'payout';

export type AirtelCode =
  | '1000'
  | '1001'
  | '1002'
  | '1003'
  | '1004'
  | '1005'
  | '1006'
  | '1007'
  | '1008'
  | '1009'
  | '1010'
  | '1024'
  | '1025'
  | '1026'
  | '1029';

/** `ask`: only the status query decides. `missing`: the provider does not know the id. */
export type AirtelRow = RefusalRow | 'ask' | 'done' | 'wait' | 'missing';

function always<Row>(one: Row): { readonly [operation in AirtelOperation]: Row } {
  return { collect: one, payout: one };
}

const refusedByPayer = refusalRow(108, 'never');
const notApprovedInTime = refusalRow(4, 'never');
/** On a disbursement the PIN is ours. */
const ourPinWrong = refusalRow(19, 'otherRoute', 'credentials');
const notAllowed = refusalRow(14, 'never');

export const codeTable: OutcomeTable<AirtelOperation, AirtelCode, AirtelRow> = {
  1000: always('ask' as const),
  1001: always('done' as const),
  1002: { collect: refusedByPayer, payout: ourPinWrong },
  1003: always(refusalRow(51, 'never')),
  1004: always(refusalRow(116, 'never')),
  1005: { collect: notApprovedInTime, payout: ourPinWrong },
  1006: always('wait' as const),
  1007: { collect: refusalRow(57, 'never'), payout: refusalRow(53, 'otherRoute', 'float') },
  1008: always(refusedByPayer),
  1009: always(notAllowed),
  1010: always(notAllowed),
  1024: always(notApprovedInTime),
  1025: always('missing' as const),
  1026: always(refusalRow(19, 'otherRoute', 'credentials')),
  1029: always(notApprovedInTime),
};

/** Said in an answer, these do not prove that nothing was executed: the transaction may have gone on. */
export const unclearInAnswer: ReadonlySet<string> = new Set(['1024']);

/** HTTP 401: neither the old token nor a new one is taken. */
export const stranger = refusalRow(49, 'otherRoute', 'credentials');

const family = { collect: 'DP008', payout: 'DP009' } as const;

/** The table's code of `DP00800001007`; null for another family, or none. */
export function shortCode(operation: AirtelOperation, code: string | undefined): string | null {
  const found = /^(DP00[89])0000(\d{4})$/.exec(code ?? '');
  return found !== null && found[1] === family[operation] ? found[2]! : null;
}
