// Decides what becomes of an order whose service has no route at present: money that goes out may
// wait for its route, and is parked; everything else is refused (rule O15, decision 0098).

import type { ServiceKindName } from '@jokko/contract';
import type { Account } from '../../accounts/index.ts';
import {
  parkedBounds,
  type Catalogue,
  type RouteStanding,
  type Service,
} from '../../catalogue/index.ts';
import type { ParkEvent } from '../model/commands.ts';
import type { OperationTerms } from '../model/operation.ts';
import type { Provider } from './providers.ts';

/**
 * Money to somebody who need not be there, at an amount that holds. Not bills and remittances,
 * whose amount is good for a short time only, nor chat messages, which are about now, nor what a
 * payer has to agree to.
 */
const parkedKinds: ReadonlySet<ServiceKindName> = new Set([
  'payout',
  'bank_transfer',
  'airtime',
  'reload',
]);

/** `go`: its route takes it. `refuse`: nothing is stored. */
export type Way = 'go' | 'refuse' | ParkEvent;

export function wayOf(
  catalogue: Catalogue,
  { parksPayouts }: Pick<Account, 'parksPayouts'>,
  {
    standing,
    service,
    terms,
  }: {
    standing: RouteStanding;
    service: Service;
    terms: Pick<OperationTerms, 'route'>;
  },
): Way {
  if (standing === 'on') return 'go';
  if (standing === 'off' || !parksPayouts || !parkedKinds.has(service.kind)) return 'refuse';
  return { type: 'park', cause: terms.route, expiresInMs: parkedMaxMs(catalogue, terms.route) };
}

/** ms. What comes at `atMs` is sent after this: with the provider's next file, or else at once. */
export const firstStepInMs = (
  { config, connector: { files } }: Pick<Provider, 'config' | 'connector'>,
  atMs: number,
): number => (files === undefined ? 0 : Math.max(0, files.window(config, atMs).nextMs - atMs));

/**
 * The operation was accepted and nothing of it has left: it waits as well when its route takes
 * nothing any more. Null: it goes on. `dueAtMs`: since then it could have left; what it waited for
 * before was not the route.
 */
export function parkAgain(
  catalogue: Catalogue,
  terms: OperationTerms,
  { dueAtMs, nowMs }: { dueAtMs: number; nowMs: number },
): ParkEvent | null {
  if (!mayWait(catalogue, terms)) return null;
  // What is half open lets the few through that were resumed for it.
  if (catalogue.route(terms.route)?.breaker !== 'open') return null;
  const endsAt = dueAtMs + parkedMaxMs(catalogue, terms.route);
  return { type: 'park', cause: terms.route, expiresInMs: Math.max(0, endsAt - nowMs) };
}

/**
 * Its route is down or being tried: what certainly did not leave is no failure then, and waits for
 * it.
 */
export const waitsForRoute = (catalogue: Catalogue, terms: OperationTerms): boolean =>
  mayWait(catalogue, terms) && catalogue.route(terms.route)?.breaker !== undefined;

function mayWait(catalogue: Catalogue, { codeService, details }: OperationTerms): boolean {
  const service = catalogue.service(codeService);
  return service !== undefined && parkedKinds.has(service.kind) && details.neverParked !== true;
}

const hourMs = 3_600_000;

const parkedMaxMs = (catalogue: Catalogue, route: string): number =>
  // A route that the catalogue has no more has what is usual.
  catalogue.route(route)?.parkedMaxMs ?? parkedBounds.parkedHours.usual * hourMs;
