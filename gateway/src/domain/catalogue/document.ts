// In which JSON form does an operator write a catalogue? Amounts are currency units (a number, or a decimal string), percentages plain
// per cent; what is left out takes the default of its service code (defaults.ts), so that an entry is short.

import { countryPlans, currencyDecimals } from '@jokko/contract';
import Type from 'typebox';
import { Amount, Charge, ConfigEntry, Flag, isRecord, leaf, Name, oneOf, readUnits } from '../documents/index.ts';
import type { RequiredField } from './service.ts';

const percentMax = 1_000_000n;
const windowSecondsMax = 86_400 * 30;

const Percent = leaf<number | string>((value) => {
  const units = readUnits(value) ?? -1n;
  return units >= 0n && units <= percentMax;
}, 'must be a percentage from 0 to 100, a number or "1.5", with at most 4 decimals');

export const requiredFieldNames = [
  'accountNumber',
  'billReference',
  'rib',
  'customerFirstName',
  'customerLastName',
  'card',
  'remitSendData',
  'referenceNumber',
  'message',
] as const satisfies readonly RequiredField[];

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

const countries = [...(Object.keys(countryPlans) as (keyof typeof countryPlans)[]), null] as const;
const currencies = Object.keys(currencyDecimals) as (keyof typeof currencyDecimals)[];
const kinds = [
  'collect',
  'payout',
  'card',
  'airtime',
  'bill_pay',
  'reload',
  'bank_transfer',
  'chat',
  'remit_send',
  'remit_receive',
] as const;

const routesMax = 10;
const RouteNames = leaf<string[]>(
  (value) => Array.isArray(value) && value.length <= routesMax && value.every((name) => typeof name === 'string' && name !== ''),
  `must be a list of at most ${routesMax} names of routes`,
);

export const ServiceEntry = Type.Object(
  {
    code: Name,
    name: Name,
    route: Name,
    /** Taken in their order where `route` is off. */
    otherRoutes: Type.Optional(RouteNames),
    /** Switched off: nothing new begins. */
    off: Type.Optional(Flag),
    icon: Type.Optional(leaf<string>(isIcon, 'must be an http(s) address or a path that begins with "/"')),
    typeService: Type.Optional(oneOf(['CASHIN', 'CASHOUT', 'CREDIT_TELEPHONIQUE', 'BILL_PAY', 'BILL_BUY_RELOAD', 'MESSENGING_SMS'])),
    direction: Type.Optional(oneOf(['DEBIT', 'CREDIT'])),
    kind: Type.Optional(oneOf(kinds)),
    country: Type.Optional(oneOf(countries)),
    currency: Type.Optional(oneOf(currencies)),
    provider: Type.Optional(Name),
    link: Type.Optional(oneOf(['none', 'deepLink', 'optionalQr', 'authPage'])),
    orderPrefix: Type.Optional(
      leaf<string>((value) => typeof value === 'string' && /^[A-Z0-9]{1,16}$/.test(value), 'must be 1 to 16 upper-case letters or digits'),
    ),
    requiredFields: Type.Optional(
      leaf<RequiredField[]>(
        (value) => Array.isArray(value) && value.every((item) => requiredFieldNames.includes(item as RequiredField)),
        `must be a list of ${requiredFieldNames.join(', ')}`,
      ),
    ),
    minimum: Type.Optional(Amount),
    maximum: Type.Optional(Amount),
    multipleOf: Type.Optional(
      leaf<number>((value) => typeof value === 'number' && [5, 50, 100, 200, 500].includes(value), 'must be 5, 50, 100, 200 or 500'),
    ),
    price: Type.Optional(PriceEntry),
    messagePrice: Type.Optional(Amount),
    duplicateWindowSeconds: Type.Optional(
      leaf<number>(
        (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= windowSecondsMax,
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
  { name: Name, connector: Name, config: ConfigEntry, /** Switched off: nothing new begins on it. */ off: Type.Optional(Flag) },
  { additionalProperties: false },
);
export type RouteEntry = Type.Static<typeof RouteEntry>;

const ErrorText = leaf<string>((value) => typeof value === 'string', 'must be a text');
export const ErrorTextEntry = Type.Object({ fr: Type.Optional(ErrorText), en: Type.Optional(ErrorText) }, { additionalProperties: false });
export type ErrorTextEntry = Type.Static<typeof ErrorTextEntry>;

/** The outer shape; the entries are checked one by one, so that every entry's problems are reported. */
export const CatalogueShape = Type.Object(
  {
    services: Type.Array(Type.Unknown()),
    routes: Type.Array(Type.Unknown()),
    errorTexts: Type.Optional(leaf<{ [id: string]: unknown }>((value) => isRecord(value), 'must be an object')),
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
