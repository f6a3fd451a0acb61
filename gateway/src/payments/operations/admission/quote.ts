// Quotes a request: what would become of it and what it would cost. Uses the same admission as an
// operation; nothing is stored and no provider is called.

import { admitOperation, type Refused } from './admit.ts';
import type { Refusal } from '../model/commands.ts';
import type { InitiateDeps } from './initiate.ts';
import { connectorRefusal, type Order } from './opening.ts';
import type { OperationTerms } from '../model/operation.ts';
import { wayOf } from '../attempts/parking.ts';

export type QuoteDeps = Pick<InitiateDeps, 'providers' | 'guard' | 'sandbox' | 'now'>;

export type Quote =
  /**
   * `refusal`: the request is in form and would be stored as FAILED. Ledger and ceilings are not
   * asked.
   */
  | { ok: true; terms: OperationTerms; refusal: Refusal | null }
  | Refused
  | { ok: false; type: 'routeDown' };

/** The fees that the account pays today. */
export function quoteOperation(deps: QuoteDeps, order: Omit<Order, 'apiKey'>): Quote {
  const { account, catalogue, body } = order;
  const admitted = admitOperation(body, {
    account,
    catalogue,
    sandbox: deps.sandbox,
    guard: deps.guard,
    apiKey: '',
    transactionId: '0',
    now: new Date(deps.now()),
    recent: { sendData: null, reference: null },
  });
  if (!admitted.ok) return admitted;
  const { terms } = admitted;
  const provider = deps.providers.of(catalogue, terms.route);
  if (provider === null || wayOf(catalogue, account, admitted) === 'refuse')
    return { ok: false, type: 'routeDown' };
  return {
    ok: true,
    terms,
    refusal: admitted.refusal ?? connectorRefusal(deps, catalogue, terms, provider),
  };
}
