// What each documented status and error code of Orange Money Web Payment means.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

/** `transactionstatus` of a payment. */
export const statuses = {
  INITIATED: { collect: 'open' },
  PENDING: { collect: 'open' },
  SUCCESS: { collect: 'paid' },
  EXPIRED: { collect: refusalRow(errorIds.paymentTimeout, 'never') },
  FAILED: { collect: refusalRow(errorIds.executionError, 'never') },
} satisfies OutcomeTable<'collect', RefusalRow | 'open' | 'paid'>;

const badRequestCodes = ['20', '21', '22', '23', '24', '25', '26', '27', '28', '29'] as const;

const requestBad = { collect: refusalRow(errorIds.executionError, 'otherRoute', 'config') };
const credentialsBad = refusalRow(errorIds.connection, 'otherRoute', 'credentials');

const badRequests = Object.fromEntries(badRequestCodes.map((code) => [code, requestBad])) as {
  [code in (typeof badRequestCodes)[number]]: typeof requestBad;
};

/**
 * Refused before any order: by the gateway for all of Orange's interfaces, for what it misses in
 * the request; missing, wrong and expired credentials.
 */
export const errors = {
  ...badRequests,
  '40': { collect: credentialsBad },
  '41': { collect: credentialsBad },
  '42': { collect: credentialsBad },
} satisfies OutcomeTable<'collect', RefusalRow>;
