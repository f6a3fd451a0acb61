// GET services: lists the services that this account may use, with limits and prices.

import {
  checkServices,
  servicesEndpoint,
  serviceKind,
  toJsonNumber,
  type Service as ListedService,
} from '@jokko/contract';
import { listForm } from '../api/http-refusal.ts';
import type { EndpointDeps } from '../api/http-endpoint.ts';
import { implement } from '../api/http-implement.ts';
import type { Account } from '../accounts/index.ts';
import { amountLimitsOf } from './amount-limits.ts';
import { standingOf } from './choose-route.ts';
import { iconUrl, isPricedByQuote, priceFor } from './index.ts';
import { listedServices } from './http-listed-services.ts';
import type { Catalogue, Service } from './service.ts';

export const implementServices = (
  deps: Pick<EndpointDeps, 'catalogue'> & {
    publicUrl: string;
    hasProvider(route: string): boolean;
  },
) =>
  implement(servicesEndpoint, checkServices, {
    refusalForm: listForm,
    load: 'read',
    hasTag: true,
    handle: async ({ account, access, given }) => {
      const country = given.country?.toUpperCase();
      const catalogue = deps.catalogue();
      const services = listedServices(deps, account, access)
        .filter((service) => country === undefined || service.country === country)
        .filter((service) => given.kind === undefined || service.kind === given.kind)
        .map((service) => present(service, account, catalogue, deps.publicUrl));
      return { body: { success: true as const, services } };
    },
  });

function present(
  service: Service,
  account: Account,
  catalogue: Catalogue,
  publicUrl: string,
): ListedService {
  const { minimum, maximum, multipleOf } = amountLimitsOf(service, account);
  return {
    name: service.name,
    icon: iconUrl(service.icon, publicUrl),
    codeService: service.code,
    typeOperation: service.direction,
    typeService: service.typeService,
    ...(standingOf(catalogue.route(service.route)) !== 'on' && { available: false }),
    kind: service.kind,
    country: service.country,
    currency: service.currency,
    minimum: unitsOrNull(minimum),
    maximum: unitsOrNull(maximum),
    multipleOf: unitsOrNull(multipleOf),
    price: isPricedByQuote(service) ? null : presentPrice(service, account),
    payer: payerOf(service),
    required: requiredOf(service),
  };
}

/** A percentage is kept in ten-thousandths of one per cent, as an amount is of its unit. */
function presentPrice(service: Service, account: Account) {
  const price = priceFor(service, account.services.get(service.code) ?? null);
  return {
    percent: toJsonNumber(price.percent),
    fixed: toJsonNumber(price.fixed),
    minimum: unitsOrNull(price.minimum),
    maximum: unitsOrNull(price.maximum),
  };
}

const unitsOrNull = (amount: bigint | null): number | null =>
  amount === null ? null : toJsonNumber(amount);

const payerByLink = { deepLink: 'link', optionalQr: 'qr', authPage: 'card' } as const;

/** Money that goes out needs nobody's word. */
function payerOf({ link, kind }: Service) {
  if (link !== 'none') return payerByLink[link];
  return kind === 'collect' ? 'prompt' : 'none';
}

/** Members of a request: those of the kind's form, and what the catalogue demands besides. */
function requiredOf({ kind, requiredFields }: Service): string[] {
  const { form } = serviceKind(kind);
  return [...new Set([...form.required, ...requiredFields.filter((name) => name in form.fields)])];
}
