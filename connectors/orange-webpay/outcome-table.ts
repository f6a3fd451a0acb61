// What each documented status and error code of Orange Money Web Payment means.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type WebpayStatus = 'INITIATED' | 'PENDING' | 'EXPIRED' | 'SUCCESS' | 'FAILED';

/** `transactionstatus` of a payment. */
export const statuses: OutcomeTable<'collect', WebpayStatus, RefusalRow | 'open' | 'paid'> = {
  INITIATED: { collect: 'open' },
  PENDING: { collect: 'open' },
  SUCCESS: { collect: 'paid' },
  EXPIRED: { collect: refusalRow(errorIds.paymentTimeout, 'never') },
  FAILED: { collect: refusalRow(errorIds.executionError, 'never') },
};

export type WebpayErrorCode = '40' | '41' | '42';

const credentialsBad = refusalRow(errorIds.connection, 'otherRoute', 'credentials');

/** Refusals of the order: missing, wrong and expired credentials. */
export const errors: OutcomeTable<'collect', WebpayErrorCode, RefusalRow> = {
  '40': { collect: credentialsBad },
  '41': { collect: credentialsBad },
  '42': { collect: credentialsBad },
};
