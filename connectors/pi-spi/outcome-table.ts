// What each documented status, reason and refusal of PI-SPI means, for a collection (request to
// pay), a payout (payment) and the return of a collection.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type PiSpiOperation = 'collect' | 'payout' | 'return';

function always<Row>(row: Row): { readonly [operation in PiSpiOperation]: Row } {
  return { collect: row, payout: row, return: row };
}

export type PiSpiStatus = 'INITIE' | 'ENVOYE' | 'IRREVOCABLE' | 'REJETE';

export const statuses: OutcomeTable<PiSpiOperation, PiSpiStatus, 'open' | 'done' | 'rejected'> = {
  INITIE: always('open'),
  ENVOYE: always('open'),
  IRREVOCABLE: always('done'),
  REJETE: always('rejected'),
};

const reasonCodes = [
  ...['BE23', 'AC03', 'AC04', 'AC06', 'AC07', 'AG01', 'AG03', 'AG10', 'AG11', 'AB08'],
  ...['AB03', 'AB04', 'AB09', 'AM02', 'AM21', 'AM14', 'AM04', 'AM09', 'AEXR', 'ARFR', 'ARJR'],
  ...['ALAC', 'APAR', 'BE01', 'BE05', 'RR07', 'DU03', 'FR01', 'RR04', 'IRNR', 'SOLDE_INSUFFISANT'],
] as const;
export type PiSpiReason = (typeof reasonCodes)[number];

const noAccount = always(refusalRow(errorIds.noRecipientAccount, 'never'));
const closed = always(refusalRow(74, 'never'));
const notAllowed = always(refusalRow(errorIds.numberNotAllowed, 'never'));
const participantDown = always(refusalRow(errorIds.operatorDown, 'otherRoute', 'down'));
const otherSideFailed = always(refusalRow(113, 'newAttempt'));
const aboveLimit = always(refusalRow(errorIds.aboveMaximum, 'never'));
const dataWrong = always(refusalRow(errorIds.receptionPurposeInvalid, 'otherRoute', 'config'));
const refusedByPayer = always(refusalRow(errorIds.badAuth, 'never'));
const providerLow = refusalRow(errorIds.providerLow, 'otherRoute', 'float');

/** `inquire`: no refusal of this order; what became of it is to be asked. `certain`: counts only when `statuts` says rejected too. */
export type ReasonRow = RefusalRow | 'inquire' | { certain: RefusalRow };

/** Reasons of `REJETE`. */
export const reasons: OutcomeTable<PiSpiOperation, PiSpiReason, ReasonRow> = {
  BE23: noAccount,
  AC03: noAccount,
  AC04: closed,
  AC07: closed,
  AC06: always(refusalRow(errorIds.recipientBlocked, 'never')),
  AG01: notAllowed,
  AG03: notAllowed,
  AG10: participantDown,
  AG11: participantDown,
  AB08: participantDown,
  AB03: always({ certain: refusalRow(errorIds.connection, 'newAttempt') }),
  AB04: otherSideFailed,
  AB09: otherSideFailed,
  AM02: aboveLimit,
  AM21: aboveLimit,
  AM14: aboveLimit,
  AM04: always(providerLow),
  AM09: always(refusalRow(errorIds.belowMinimum, 'never')),
  AEXR: always(refusalRow(errorIds.paymentTimeout, 'never')),
  ARFR: refusedByPayer,
  ARJR: refusedByPayer,
  ALAC: always('inquire'),
  APAR: always('inquire'),
  BE01: dataWrong,
  BE05: dataWrong,
  RR07: dataWrong,
  DU03: always('inquire'),
  FR01: notAllowed,
  RR04: notAllowed,
  IRNR: always(refusalRow(errorIds.executionError, 'newAttempt')),
  SOLDE_INSUFFISANT: {
    collect: refusalRow(errorIds.customerBalanceLow, 'never'),
    payout: providerLow,
    return: providerLow,
  },
};

export type PiSpiHttpStatus = '400' | '401' | '403' | '404' | '409' | '429';

const ourCredentials = always(refusalRow(errorIds.connection, 'otherRoute', 'credentials'));

/** Problem documents, by their HTTP status. 503 and 504 prove nothing. */
export const refusals: OutcomeTable<PiSpiOperation, PiSpiHttpStatus, RefusalRow | 'inquire'> = {
  '400': dataWrong,
  '401': ourCredentials,
  '403': ourCredentials,
  '404': noAccount,
  '409': always('inquire'),
  '429': always(refusalRow(errorIds.operatorInternalError, 'newAttempt')),
};
