// What each documented status and error code of Orange Sonatel means for a collection and for a
// payout.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type SonatelOperation = 'collect' | 'payout';

function always<Row>(row: Row): { readonly [operation in SonatelOperation]: Row } {
  return { collect: row, payout: row };
}

const executionError = refusalRow(errorIds.executionError, 'otherRoute');
const refusedByPayer = {
  collect: refusalRow(errorIds.badAuth, 'never'),
  payout: executionError,
};

export const statuses = {
  INITIATED: always('open'),
  PRE_INITIATED: always('open'),
  PENDING: always('open'),
  ACCEPTED: always('open'),
  SUCCESS: always('done'),
  FAILED: always(executionError),
  CANCELLED: refusedByPayer,
  REJECTED: refusedByPayer,
} satisfies OutcomeTable<SonatelOperation, RefusalRow | 'open' | 'done'>;

export type SonatelStatus = keyof typeof statuses;

const ourCredentials = refusalRow(errorIds.connection, 'otherRoute', 'credentials');
/** A collection bears the payer's code and none of ours; a payout bears our PIN and no code. */
const secretWrong = { collect: refusalRow(errorIds.badAuth, 'never'), payout: ourCredentials };
const balanceLow = {
  collect: refusalRow(errorIds.customerBalanceLow, 'never'),
  payout: refusalRow(errorIds.providerLow, 'otherRoute', 'float'),
};

/** `inquire`: says nothing about what was executed. */
export const errors = {
  '2000': always(refusalRow(errorIds.recipientNotCustomer, 'never')),
  '2001': always(refusalRow(errorIds.invalidPhone, 'never')),
  '2011': secretWrong,
  '2012': secretWrong,
  '2013': always(refusalRow(47, 'never')),
  '2020': balanceLow,
  '2021': balanceLow,
  '2022': always(refusalRow(errorIds.accountFull, 'never')),
  '2041': always(refusalRow(errorIds.numberNotAllowed, 'never')),
  '4003': always(ourCredentials),
  '4004': always(refusalRow(errorIds.paymentTimeout, 'never')),
  '4099': always(refusalRow(errorIds.executionError, 'otherRoute', 'config')),
  '10': always(ourCredentials),
  '50': always('inquire'),
  '60': always('inquire'),
} satisfies OutcomeTable<SonatelOperation, RefusalRow | 'inquire'>;

export type SonatelErrorCode = keyof typeof errors;

/** The codes by which Orange says that the payer's one-time code is wrong. */
export const wrongCodes: ReadonlySet<string> = new Set(['2011', '2012']);
