// Tells failures of a route from failures of a payer or an order, by the code of the error
// catalogue: a payer without money is no outage.

import { errorCodes, type ErrorCode } from '@jokko/contract';

/** The provider's own trouble, and ours with it: credentials, sessions, an empty float. */
const faults: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bad_auth',
  'balance_check_failed',
  'connexion_error',
  'distributor_not_allowed_for_transaction',
  'execution_error',
  'expired-session',
  'internal_operator_error',
  'logged-out-user-session',
  'opa_operator_internal_error',
  'operator_down_time',
  'pos_already_connected',
  'provider_low',
  'redirect-url-error',
  'unknown_error',
]);

/**
 * The class of an id of the error catalogue, or null for `unknown_error`; one that is not in it is
 * the provider's.
 */
export function failureClass(errorId: number | null): 'refused' | 'faulted' {
  const codes: { readonly [id: number]: ErrorCode | undefined } = errorCodes;
  const code = errorId === null ? 'unknown_error' : codes[errorId];
  return code === undefined || faults.has(code) ? 'faulted' : 'refused';
}
