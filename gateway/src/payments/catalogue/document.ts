// JSON format in which an operator writes a catalogue. Amounts are currency units (a number or a
// decimal string), percentages plain per cent. Omitted members take the default of the service
// code (defaults.ts), so that an entry is short.

import {
  countryPlans,
  currencyDecimals,
  linkKinds,
  requiredFields,
  serviceKindNames,
  typeOperations,
  typeServices,
  type RequiredField,
} from '@jokko/contract';
import Type from 'typebox';
import {
  breakerRuleBounds,
  breakerRuleNames,
  parkedBounds,
  type BreakerRuleName,
} from './breaker-rule.ts';
import {
  Amount,
  Charge,
  ConfigEntry,
  Flag,
  isRecord,
  leaf,
  Name,
  oneOf,
  readUnits,
} from '../../platform/documents/index.ts';

const percentMax = 1_000_000n;
const windowSecondsMax = 86_400 * 30;
const resultWithinHoursMax = 24 * 30;
const previousSecretsHoursMax = 168;
const wholeNumber = (least: number, most: number) =>
  leaf<number>(
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
    `must be a whole number from ${least} to ${most}`,
  );

const within = ({ least, most }: { least: number; most: number }) => wholeNumber(least, most);

/** As a route's entry says it; what is left out is usual. */
export const BreakerRuleEntry = Type.Object(
  Object.fromEntries(
    breakerRuleNames.map((name) => [name, Type.Optional(within(breakerRuleBounds[name]))]),
  ) as { [name in BreakerRuleName]: Type.TOptional<ReturnType<typeof wholeNumber>> },
  { additionalProperties: false },
);

/** What opens and closes the breaker of a route: its health, or people alone. */
export const breakerModes = ['automatic', 'by_hand'] as const;

const Percent = leaf<number | string>((value) => {
  const units = readUnits(value) ?? -1n;
  return units >= 0n && units <= percentMax;
}, 'must be a percentage from 0 to 100, a number or "1.5", with at most 4 decimals');

const requiredFieldNames = Object.keys(requiredFields);

export const PriceEntry = Type.Object(
  {
    percent: Type.Optional(Percent),
    fixed: Type.Optional(Charge),
    minimum: Type.Optional(Charge),
    maximum: Type.Optional(Charge),
    refundsCommission: Type.Optional(Flag),
  },
  { additionalProperties: false },
);
export type PriceEntry = Type.Static<typeof PriceEntry>;

/** As a price, without what is about refunds. */
const RouteCostEntry = Type.Object(
  {
    percent: Type.Optional(Percent),
    fixed: Type.Optional(Charge),
    minimum: Type.Optional(Charge),
    maximum: Type.Optional(Charge),
  },
  { additionalProperties: false },
);

const countries = [...(Object.keys(countryPlans) as (keyof typeof countryPlans)[]), null] as const;
const currencies = Object.keys(currencyDecimals) as (keyof typeof currencyDecimals)[];
const routesMax = 10;
const routeWeightMax = 1_000;
const routeChoices = ['order', 'weight', 'cost'] as const;
const RouteNames = leaf<string[]>(
  (value) =>
    Array.isArray(value) &&
    value.length <= routesMax &&
    value.every((name) => typeof name === 'string' && name !== ''),
  `must be a list of at most ${routesMax} names of routes`,
);

const ProductId = leaf<string>(
  (value) => typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value),
  'must be 1 to 64 letters, digits or . : _ -',
);
const productAmountsMax = 500;
const ProductAmounts = leaf<(number | string)[]>(
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= productAmountsMax &&
    value.every((amount) => (readUnits(amount) ?? 0n) > 0n),
  `must be a list of 1 to ${productAmountsMax} amounts`,
);
/**
 * What a service sells of a provider's catalogue; `jokko catalogue products ROUTE` lists it in this
 * form.
 */
export const ProductEntry = Type.Object(
  {
    id: ProductId,
    currency: oneOf(currencies),
    amounts: Type.Optional(ProductAmounts),
    minimum: Type.Optional(Amount),
    maximum: Type.Optional(Amount),
  },
  { additionalProperties: false },
);
export type ProductEntry = Type.Static<typeof ProductEntry>;

export const ServiceEntry = Type.Object(
  {
    code: Name,
    name: Name,
    route: Name,
    /** Taken in their order where `route` is off. */
    otherRoutes: Type.Optional(RouteNames),
    /** How a new operation chooses among its routes; absent: in their order. */
    routeChoice: Type.Optional(oneOf(routeChoices)),
    /** By the names of its routes: shares of new operations. */
    routeWeights: Type.Optional(Type.Record(Type.String(), wholeNumber(0, routeWeightMax))),
    /** By the names of its routes: what its provider keeps of an operation. */
    routeCosts: Type.Optional(Type.Record(Type.String(), RouteCostEntry)),
    /** By the names of its routes. */
    providerProducts: Type.Optional(Type.Record(Type.String(), ProductEntry)),
    /** Switched off: nothing new begins. */
    off: Type.Optional(Flag),
    icon: Type.Optional(
      leaf<string>(isIcon, 'must be an http(s) URL or a path that begins with "/"'),
    ),
    typeService: Type.Optional(oneOf(typeServices)),
    direction: Type.Optional(oneOf(typeOperations)),
    kind: Type.Optional(oneOf(serviceKindNames)),
    country: Type.Optional(oneOf(countries)),
    currency: Type.Optional(oneOf(currencies)),
    provider: Type.Optional(Name),
    /** How payers know it; absent: as its provider. */
    payerName: Type.Optional(Name),
    link: Type.Optional(oneOf(linkKinds)),
    orderPrefix: Type.Optional(
      leaf<string>(
        (value) => typeof value === 'string' && /^[A-Z0-9]{1,16}$/.test(value),
        'must be 1 to 16 uppercase letters or digits',
      ),
    ),
    requiredFields: Type.Optional(
      leaf<RequiredField[]>(
        (value) =>
          Array.isArray(value) &&
          value.every((item) => requiredFieldNames.includes(item as string)),
        `must be a list of ${requiredFieldNames.join(', ')}`,
      ),
    ),
    minimum: Type.Optional(Amount),
    maximum: Type.Optional(Amount),
    multipleOf: Type.Optional(
      leaf<number>(
        (value) => typeof value === 'number' && [5, 50, 100, 200, 500].includes(value),
        'must be 5, 50, 100, 200 or 500',
      ),
    ),
    price: Type.Optional(PriceEntry),
    messagePrice: Type.Optional(Amount),
    duplicateWindowSeconds: Type.Optional(
      leaf<number>(
        (value) =>
          Number.isInteger(value) &&
          (value as number) >= 0 &&
          (value as number) <= windowSecondsMax,
        `must be a whole number of seconds from 0 (off) to ${windowSecondsMax}`,
      ),
    ),
    dailyMaximum: Type.Optional(Amount),
    weeklyMaximum: Type.Optional(Amount),
    monthlyMaximum: Type.Optional(Amount),
  },
  { additionalProperties: false },
);
export type ServiceEntry = Type.Static<typeof ServiceEntry>;

export const RouteEntry = Type.Object(
  {
    name: Name,
    connector: Name,
    config: ConfigEntry,
    /** Switched off: nothing new begins on it. */
    off: Type.Optional(Flag),
    /** What the provider accepted and has not decided after this long becomes a case. */
    resultWithinHours: Type.Optional(wholeNumber(1, resultWithinHoursMax)),
    /** Absent: by its health in live mode, by hand alone in the sandbox. */
    breaker: Type.Optional(oneOf(breakerModes)),
    /** By which numbers it opens, is tried and closes. */
    breakerRule: Type.Optional(BreakerRuleEntry),
    /** What waits for it longer than this is given up. */
    parkedHours: Type.Optional(within(parkedBounds.parkedHours)),
    /** What has waited leaves at this pace at most. */
    parkedPerSecond: Type.Optional(within(parkedBounds.parkedPerSecond)),
    /**
     * For so long notices signed with an earlier secret of the route are accepted; 0: its old
     * secrets end at once.
     */
    previousSecretsHours: Type.Optional(wholeNumber(0, previousSecretsHoursMax)),
  },
  { additionalProperties: false },
);
export type RouteEntry = Type.Static<typeof RouteEntry>;

/** What an operator may set of a route's breaker, and of what waits for it, at once. */
export type BreakerSettings = Pick<
  RouteEntry,
  'breaker' | 'breakerRule' | 'parkedHours' | 'parkedPerSecond'
>;

const ErrorText = leaf<string>((value) => typeof value === 'string', 'must be a text');
export const ErrorTextEntry = Type.Object(
  { fr: Type.Optional(ErrorText), en: Type.Optional(ErrorText) },
  { additionalProperties: false },
);
export type ErrorTextEntry = Type.Static<typeof ErrorTextEntry>;

/**
 * The outer shape; the entries are checked one by one, so that every entry's problems are reported.
 */
export const CatalogueShape = Type.Object(
  {
    services: Type.Array(Type.Unknown()),
    routes: Type.Array(Type.Unknown()),
    errorTexts: Type.Optional(
      leaf<{ [id: string]: unknown }>((value) => isRecord(value), 'must be an object'),
    ),
  },
  { additionalProperties: false },
);

export interface CatalogueDocument {
  services: ServiceEntry[];
  routes: RouteEntry[];
  errorTexts?: { [id: string]: ErrorTextEntry };
}

function isIcon(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 500) return false;
  if (value.startsWith('/')) return /^\/[\w./-]+$/.test(value) && !value.startsWith('//');
  return /^https?:\/\//.test(value) && URL.canParse(value);
}
