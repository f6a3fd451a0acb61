// What the bodies of checkouts and of payment links offer to payers: services, and where it is
// reported.

import type { CheckoutRequest, FieldFault } from '@jokko/contract';
import type { Refusal } from '../../platform/http/http-refusal.ts';
import type { AddressGuard } from '../../platform/outbound/guard.ts';
import type { Account, KeyAccess } from '../accounts/index.ts';
import { otherServiceRefusal } from '../api/http-key.ts';
import { callbackAddressFault } from '../callbacks/index.ts';
import { listedServices, type ListingDeps } from '../catalogue/http-listed-services.ts';
import { amountLimitsOf, takesAmount, type Service } from '../catalogue/index.ts';
import { isOffered } from './page-view.ts';

export interface OfferDeps extends ListingDeps {
  /** Which hosts callbacks may be sent to. */
  guard: AddressGuard;
  sandbox: boolean;
}

type Offer = Pick<CheckoutRequest, 'services' | 'currency' | 'callbackUrl'>;

/** Those that the request names, or all, as far as a page can collect by them. */
export function offeredServices(
  deps: OfferDeps,
  account: Account,
  access: Pick<KeyAccess, 'services'>,
  { services, currency }: Offer,
): Service[] {
  const wanted = services === undefined ? (currency ?? account.currency) : currency;
  return listedServices(deps, account, access).filter(
    (service) =>
      isOffered(service) &&
      (services === undefined || services.includes(service.code)) &&
      (wanted === undefined || service.currency === wanted),
  );
}

/**
 * Null: whatever the account has when the page is opened. A page has no key: what the key may not
 * use is not offered there.
 */
export const storedServices = (
  { services: allowed }: Pick<KeyAccess, 'services'>,
  { services }: Offer,
  offered: readonly Service[],
): readonly string[] | null =>
  services ?? (allowed === null ? null : offered.map(({ code }) => code));

/**
 * Why a key must not end an offer; null: it may use each of its services, or there is none. `find`
 * is asked for a key for some services.
 */
export async function offerRefusal(
  deps: OfferDeps,
  account: Account,
  { services: allowed }: Pick<KeyAccess, 'services'>,
  find: () => Promise<{ services: readonly string[] | null; currency: string } | null>,
): Promise<Refusal | null> {
  const found = allowed && (await find());
  if (allowed === null || found === null) return null;
  const { services, currency } = found;
  const offered =
    services ??
    offeredServices(deps, account, { services: null }, { currency }).map(({ code }) => code);
  const codeService = offered.find((code) => !allowed.has(code));
  return codeService === undefined ? null : otherServiceRefusal(account, codeService);
}

/** An amount that none of the services takes is no offer. */
export const amountFaults = (
  offered: readonly Service[],
  account: Account,
  [least, most, field]: readonly [bigint, bigint, string],
): FieldFault[] =>
  offered.length === 0 ||
  offered.some((service) => takesAmount(amountLimitsOf(service, account), least, most))
    ? []
    : [{ field, problem: 'notAllowed' }];

export function serviceFaults(
  offered: readonly Service[],
  { services, currency: wanted }: Offer,
  currency: string,
): FieldFault[] {
  if (services === undefined && offered.length === 0)
    return [
      wanted === undefined
        ? { field: 'services', problem: 'missing' }
        : { field: 'currency', problem: 'notAllowed' },
    ];
  if (services === undefined) return [];
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
