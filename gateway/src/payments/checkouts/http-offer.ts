// What the bodies of checkouts and of payment links offer to payers: services, and where it is
// reported.

import type { CheckoutRequest, FieldFault } from '@jokko/contract';
import type { AddressGuard } from '../../platform/outbound/guard.ts';
import type { Account, KeyAccess } from '../accounts/index.ts';
import { callbackAddressFault } from '../callbacks/index.ts';
import { listedServices, type ListingDeps } from '../catalogue/http-listed-services.ts';
import type { Service } from '../catalogue/index.ts';

export interface OfferDeps extends ListingDeps {
  /** Which hosts callbacks may be sent to. */
  guard: AddressGuard;
  sandbox: boolean;
}

type Offer = Pick<CheckoutRequest, 'services' | 'currency' | 'callbackUrl'>;

/** Those that the request names, or all, as far as a page can collect by them: a card's number is asked for by no page of ours. */
export function offeredServices(
  deps: OfferDeps,
  account: Account,
  access: Pick<KeyAccess, 'services'>,
  { services, currency }: Offer,
): Service[] {
  const wanted = services === undefined ? (currency ?? account.currency) : currency;
  return listedServices(deps, account, access).filter(
    (service) =>
      service.kind === 'collect' &&
      (services === undefined || services.includes(service.code)) &&
      (wanted === undefined || service.currency === wanted),
  );
}

export function serviceFaults(
  offered: readonly Service[],
  { services }: Offer,
  currency: string,
): FieldFault[] {
  if (services === undefined)
    return offered.length > 0 ? [] : [{ field: 'services', problem: 'missing' }];
  return services.flatMap((code, index): FieldFault[] =>
    offered.some((service) => service.code === code && service.currency === currency)
      ? []
      : [{ field: `services.${index}`, problem: 'notAllowed' }],
  );
}

/** The address is judged as an operation's is (rule O4); empty is absent. */
export function callbackFaults(
  { guard, sandbox }: OfferDeps,
  { allowHttpCallbacks }: Account,
  { callbackUrl }: Offer,
): FieldFault[] {
  if (!callbackUrl) return [];
  const policy = { guard, httpAllowed: sandbox || allowHttpCallbacks };
  const fault = callbackAddressFault('callbackUrl', callbackUrl, policy);
  return fault === null ? [] : [fault];
}
