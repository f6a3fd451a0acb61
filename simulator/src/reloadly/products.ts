// What the simulated Reloadly sells: operators and billers of six countries.

interface Country {
  country: string;
  countryName: string;
  currency: string;
}
export interface Operator extends Country {
  id: number;
  name: string;
  /** Plans in the local currency; null: a range. */
  plans: readonly number[] | null;
  pin: boolean;
}
export interface Biller extends Country {
  id: number;
  name: string;
  type: 'ELECTRICITY_BILL_PAYMENT' | 'WATER_BILL_PAYMENT';
  serviceType: 'PREPAID' | 'POSTPAID';
}

/** The bounds of a range, in units of the local currency. */
export const range = { min: 1, max: 5_000_000 };

const places: readonly Country[] = [
  { country: 'SN', countryName: 'Senegal', currency: 'XOF' },
  { country: 'CI', countryName: 'Ivory Coast', currency: 'XOF' },
  { country: 'BJ', countryName: 'Benin', currency: 'XOF' },
  { country: 'ML', countryName: 'Mali', currency: 'XOF' },
  { country: 'BF', countryName: 'Burkina Faso', currency: 'XOF' },
  { country: 'CM', countryName: 'Cameroon', currency: 'XAF' },
];

/** A country's ids begin with its number: 101 to 103 are Senegal's. */
export const operators: readonly Operator[] = places.flatMap((place, at) => [
  { ...place, id: at * 100 + 101, name: `Mobile ${place.countryName}`, plans: null, pin: false },
  {
    ...place,
    id: at * 100 + 102,
    name: `Bundles ${place.countryName}`,
    plans: [500, 1_000, 2_500],
    pin: false,
  },
  { ...place, id: at * 100 + 103, name: `PIN ${place.countryName}`, plans: [500], pin: true },
]);

export const billers: readonly Biller[] = places.flatMap((place, at) => [
  {
    ...place,
    id: at * 10 + 11,
    name: `Prepaid electricity ${place.countryName}`,
    type: 'ELECTRICITY_BILL_PAYMENT',
    serviceType: 'PREPAID',
  },
  {
    ...place,
    id: at * 10 + 12,
    name: `Water ${place.countryName}`,
    type: 'WATER_BILL_PAYMENT',
    serviceType: 'POSTPAID',
  },
]);

export const operatorOf = (id: unknown): Operator | undefined =>
  operators.find((operator) => operator.id === id);
export const billerOf = (id: unknown): Biller | undefined =>
  billers.find((biller) => biller.id === id);

/** The account is in the same currency, at a rate of 1. */
export function presentOperator(operator: Operator): object {
  const { id, name, country, countryName, currency, plans, pin } = operator;
  return {
    id,
    operatorId: id,
    name,
    bundle: false,
    data: false,
    pin,
    supportsLocalAmounts: true,
    denominationType: plans === null ? 'RANGE' : 'FIXED',
    senderCurrencyCode: currency,
    destinationCurrencyCode: currency,
    minAmount: plans === null ? range.min : null,
    maxAmount: plans === null ? range.max : null,
    localMinAmount: plans === null ? range.min : null,
    localMaxAmount: plans === null ? range.max : null,
    fixedAmounts: plans ?? [],
    localFixedAmounts: plans ?? [],
    fx: { rate: 1, currencyCode: currency },
    fees: { international: 0, local: 0, localPercentage: 0, internationalPercentage: 0 },
    country: { isoName: country, name: countryName },
    status: 'ACTIVE',
  };
}

export function presentBiller(biller: Biller): object {
  const { id, name, country, countryName, currency, type, serviceType } = biller;
  return {
    id,
    name,
    countryCode: country,
    countryName,
    type,
    serviceType,
    localAmountSupported: true,
    localTransactionCurrencyCode: currency,
    minLocalTransactionAmount: range.min,
    maxLocalTransactionAmount: range.max,
    localTransactionFee: 0,
    denominationType: 'RANGE',
    localFixedAmounts: null,
    requiresInvoice: serviceType === 'POSTPAID',
  };
}
