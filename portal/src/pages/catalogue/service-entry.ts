// Converts a filled-in service form into an entry. Members that are left empty are omitted, and
// follow the service code.

import { defined } from '@jokko/contract/defined';
import type { Service } from './services-table.tsx';

const texts = [
  'icon',
  'provider',
  'payerName',
  'orderPrefix',
  'typeService',
  'direction',
  'kind',
  'link',
  'country',
  'currency',
] as const;
const amounts = [
  'minimum',
  'maximum',
  'multipleOf',
  'messagePrice',
  'dailyMaximum',
  'weeklyMaximum',
  'monthlyMaximum',
] as const;
const prices = ['percent', 'fixed', 'minimum', 'maximum'] as const;

/** As people write it: spaces between thousands, a comma before decimals. */
const plain = (text: string): string => text.replace(/\s/g, '').replace(',', '.');

/** Not in the form: what the file says stays, for the routes that the service still has. */
function productsOf(
  service: Service | null,
  routes: readonly string[],
): Pick<Service, 'providerProducts'> {
  const kept = Object.entries(service?.providerProducts ?? {}).filter(([route]) =>
    routes.includes(route),
  );
  return kept.length === 0 ? {} : { providerProducts: Object.fromEntries(kept) };
}

/**
 * The choice among the routes that the service has: how a new operation chooses among them. What
 * another choice needs stays, as does what is not in the form.
 */
function choiceOf(
  values: Record<string, string>,
  service: Service | null,
  routes: readonly string[],
): Pick<Service, 'routeChoice' | 'routeWeights' | 'routeCosts'> {
  const by = values['routeChoice'];
  if (routes.length < 2 || (by !== 'order' && by !== 'weight' && by !== 'cost')) return {};
  const weights = routes.flatMap((route) => {
    const text = values[`routeWeights.${route}`];
    const weight = text === undefined ? service?.routeWeights?.[route] : numberOf(text);
    return weight === undefined ? [] : [[route, weight] as const];
  });
  const costs = routes.flatMap((route) => {
    const before = service?.routeCosts?.[route];
    const cost = costOf(values, before, route);
    return cost === undefined ? [] : [[route, cost] as const];
  });
  return {
    ...(by !== 'order' && { routeChoice: by }),
    ...(weights.length > 0 && { routeWeights: Object.fromEntries(weights) }),
    ...(costs.length > 0 && { routeCosts: Object.fromEntries(costs) }),
  };
}

const numberOf = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(plain(text));

type Cost = NonNullable<Service['routeCosts']>[string];

/** Undefined: nobody has said what it costs. */
function costOf(
  values: Record<string, string>,
  before: Cost | undefined,
  route: string,
): Cost | undefined {
  const [percent, fixed] = (['percent', 'fixed'] as const).map(
    (member) => values[`routeCosts.${route}.${member}`],
  );
  if (percent === undefined || fixed === undefined) return before;
  const { minimum, maximum } = before ?? {};
  const cost = {
    ...(percent.trim() !== '' && { percent: plain(percent) }),
    ...(fixed.trim() !== '' && { fixed: plain(fixed) }),
    ...defined({ minimum, maximum }),
  };
  return Object.keys(cost).length === 0 ? undefined : cost;
}

/** `values` by the names of the form's controls; `service`: what was there before. */
export function entryOf(
  values: Record<string, string>,
  service: Service | null,
  otherRoutes: readonly string[],
): Service {
  const given = (name: string): string => (values[name] ?? '').trim();
  const some = <Name extends string>(
    names: readonly Name[],
    prefix: string,
    read: (text: string) => string,
  ) =>
    Object.fromEntries(
      names.flatMap((name) =>
        given(prefix + name) === '' ? [] : [[name, read(given(prefix + name))]],
      ),
    ) as Partial<Record<Name, string>>;
  const refunds = values['price.refundsCommission'] !== undefined;
  const price = {
    ...some(prices, 'price.', plain),
    ...((refunds || service?.price?.refundsCommission === false) && { refundsCommission: refunds }),
  };
  const required = Object.keys(values).flatMap((name) =>
    name.startsWith('requiredFields.') ? name.slice('requiredFields.'.length) : [],
  );
  const seconds = plain(given('duplicateWindowSeconds'));
  return {
    code: given('code'),
    name: given('name'),
    route: given('route'),
    ...(otherRoutes.length > 0 && { otherRoutes: [...otherRoutes] }),
    ...choiceOf(values, service, [given('route'), ...otherRoutes]),
    ...productsOf(service, [given('route'), ...otherRoutes]),
    ...(values['off'] !== undefined && { off: true }),
    // No country is said by null, which an empty line cannot tell from "by the code".
    ...(service?.country === null && given('country') === '' && { country: null }),
    ...some(texts, '', (text) => text),
    ...(required.length > 0 && { requiredFields: required }),
    ...some(amounts, '', plain),
    ...(Object.keys(price).length > 0 && { price }),
    ...(seconds !== '' && { duplicateWindowSeconds: Number(seconds) }),
  };
}
