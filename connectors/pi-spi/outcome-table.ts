// What each documented status, reason and refusal of PI-SPI means, for a collection (request to
// pay), a payout (payment) and the return of a collection.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type PiSpiOperation = 'collect' | 'payout' | 'return';

function always<Row>(row: Row): { readonly [operation in PiSpiOperation]: Row } {
  return { collect: row, payout: row, return: row };
}

export const statuses = {
  INITIE: always('open'),
  ENVOYE: always('open'),
  IRREVOCABLE: always('done'),
  REJETE: always('rejected'),
} satisfies OutcomeTable<PiSpiOperation, 'open' | 'done' | 'rejected'>;

const noAccount = always(refusalRow(errorIds.noRecipientAccount, 'never'));
const closed = always(refusalRow(74, 'never'));
const notAllowed = always(refusalRow(errorIds.numberNotAllowed, 'never'));
const participantDown = always(refusalRow(errorIds.operatorDown, 'otherRoute', 'down'));
const otherSideFailed = always(refusalRow(113, 'newAttempt'));
const aboveLimit = always(refusalRow(errorIds.aboveMaximum, 'never'));
const dataWrong = always(refusalRow(errorIds.receptionPurposeInvalid, 'otherRoute', 'config'));
const refusedByPayer = always(refusalRow(errorIds.badAuth, 'never'));
const providerLow = refusalRow(errorIds.providerLow, 'otherRoute', 'float');

/**
 * `inquire`: no refusal of this order; what became of it is to be asked. `certain`: counts only
 * when `statuts` says rejected too.
 */
export type ReasonRow = RefusalRow | 'inquire' | { certain: RefusalRow };

/** Reasons of `REJETE`. */
export const reasons = {
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
} satisfies OutcomeTable<PiSpiOperation, ReasonRow>;

export type PiSpiReason = keyof typeof reasons;

const ourCredentials = always(refusalRow(errorIds.connection, 'otherRoute', 'credentials'));

/** Problem documents, by their HTTP status. 503 and 504 prove nothing. */
export const refusals = {
  '400': dataWrong,
  '401': ourCredentials,
  '403': ourCredentials,
  '404': noAccount,
  '409': always('inquire'),
  '429': always(refusalRow(errorIds.operatorInternalError, 'newAttempt')),
} satisfies OutcomeTable<PiSpiOperation, RefusalRow | 'inquire'>;
