// What the simulated DT One sells: for each of six countries airtime from a range, airtime of a
// fixed amount, airtime as a PIN, a prepaid meter and a bill.

import type { Kind } from '../core/operation.ts';

export interface Product {
  id: number;
  name: string;
  type: 'FIXED_VALUE_RECHARGE' | 'RANGED_VALUE_RECHARGE' | 'RANGED_VALUE_PAYMENT';
  kind: Extract<Kind, 'airtime' | 'reload' | 'bill_pay'>;
  service: { id: number; name: string };
  /** ISO 3166 alpha-3. */
  country: string;
  countryName: string;
  currency: string;
  /** The amount of a fixed product; null: from a range. */
  amount: number | null;
  /** Delivered as a code to be typed in. */
  pin: boolean;
}

/** The range of such products, in units of their currency. */
export const range = { min: 1, max: 5_000_000 };

const countries = [
  ['SEN', 'Senegal', 'XOF'],
  ['CIV', 'Ivory Coast', 'XOF'],
  ['BEN', 'Benin', 'XOF'],
  ['MLI', 'Mali', 'XOF'],
  ['BFA', 'Burkina Faso', 'XOF'],
  ['CMR', 'Cameroon', 'XAF'],
] as const;

const mobile = { id: 1, name: 'Mobile' };
const utilities = { id: 3, name: 'Utilities' };

const ranged = { type: 'RANGED_VALUE_RECHARGE', amount: null } as const;
const fixed = { type: 'FIXED_VALUE_RECHARGE', amount: 500 } as const;

/** A country's ids begin with its number: 101 to 105 are Senegal's. */
export const products: readonly Product[] = countries.flatMap(
  ([country, countryName, currency], at) => {
    const first = (at + 1) * 100;
    const place = { country, countryName, currency };
    const airtime = { ...place, kind: 'airtime', service: mobile } as const;
    return [
      { ...airtime, id: first + 1, name: `Airtime ${countryName}`, ...ranged, pin: false },
      { ...airtime, id: first + 2, name: `Airtime ${countryName} 500`, ...fixed, pin: false },
      { ...airtime, id: first + 3, name: `Airtime PIN ${countryName} 500`, ...fixed, pin: true },
      {
        ...place,
        kind: 'reload',
        service: utilities,
        id: first + 4,
        name: `Prepaid electricity ${countryName}`,
        ...ranged,
        pin: true,
      },
      {
        ...place,
        kind: 'bill_pay',
        service: utilities,
        id: first + 5,
        name: `Water bill ${countryName}`,
        type: 'RANGED_VALUE_PAYMENT',
        amount: null,
        pin: false,
      },
    ];
  },
);
export const productOf = (id: number): Product | undefined =>
  products.find((product) => product.id === id);

export function presentProduct(product: Product): object {
  const { id, name, type, service, country, countryName, currency, amount, kind } = product;
  return {
    id,
    name,
    description: name,
    type,
    service,
    operator: {
      id: id * 10,
      name: `Operator of ${countryName}`,
      country: { iso_code: country, name: countryName, regions: null },
    },
    regions: null,
    required_credit_party_identifier_fields: [
      [kind === 'airtime' ? 'mobile_number' : 'account_number'],
    ],
    source: { amount: amount ?? range, unit: currency, unit_type: 'CURRENCY' },
    destination: { amount: amount ?? range, unit: currency, unit_type: 'CURRENCY' },
    rates: { base: 1, wholesale: 1, retail: null },
  };
}
