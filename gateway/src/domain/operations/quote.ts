// What would become of a request, and what would it cost? The same admission as for an operation; nothing is stored and nobody is asked.

import { admitOperation, type Refused } from './admit.ts';
import type { Refusal } from './commands.ts';
import { connectorRefusal, isRouteDown, type InitiateDeps, type Order } from './initiate.ts';
import type { Facts } from './operation.ts';

export type QuoteDeps = Pick<InitiateDeps, 'providers' | 'guard' | 'sandbox' | 'now'>;

export type Quote =
  /** `refusal`: the request is in form and would be stored as FAILED. Ledger and ceilings are not asked. */
  { ok: true; facts: Facts; refusal: Refusal | null } | Refused | { ok: false; type: 'routeDown' };

/** Fees as the account pays them today. */
export function quoteOperation(deps: QuoteDeps, order: Omit<Order, 'apiKey'>): Quote {
  const { account, catalogue, body } = order;
  const admitted = admitOperation(body, {
    ...{ account, catalogue, sandbox: deps.sandbox, guard: deps.guard, apiKey: '', transactionId: '0', now: new Date(deps.now()) },
    recent: { sendData: null, reference: null },
  });
  if (!admitted.ok) return admitted;
  const { facts } = admitted;
  const provider = deps.providers.of(catalogue, facts.route);
  if (provider === null || isRouteDown(deps, catalogue, facts)) return { ok: false, type: 'routeDown' };
  return { ok: true, facts, refusal: admitted.refusal ?? connectorRefusal(deps, catalogue, facts, provider) };
}
