// Types of the JSON document in which an operator configures SMS routing: countries with their
// numbers, operators and prices; carrier connections; which of them reach a country or an
// operator; where inbound messages go. Prices are in currency units.

import { checkSender, currencyDecimals } from '@jokko/contract';
import Type from 'typebox';
import { readKeyId } from '../../payments/accounts/index.ts';
import {
  Charge,
  ConfigEntry,
  Flag,
  isRecord,
  leaf,
  Name,
  oneOf,
} from '../../platform/documents/index.ts';

const prefixDigitsMax = 10;
const lengthMax = 15;

const isMatch = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value);
const listOf = <Value>(fits: (value: unknown) => boolean, wording: string, least = 0) =>
  leaf<Value[]>(
    (value) => Array.isArray(value) && value.length >= least && value.every(fits),
    wording,
  );

const isPrefix = isMatch(new RegExp(`^\\d{1,${prefixDigitsMax}}$`));
const Prefixes = listOf<string>(
  isPrefix,
  `must be a list of texts of 1 to ${prefixDigitsMax} digits, with which national numbers begin`,
);
const CountryCode = leaf<string>(
  isMatch(/^[A-Z]{2}$/),
  'must be a country code of two capitals (ISO 3166)',
);

/** National numbers: how many digits they may have, and with which they begin. */
const Numbers = Type.Object(
  {
    lengths: listOf<number>(
      (value) =>
        Number.isInteger(value) && (value as number) >= 4 && (value as number) <= lengthMax,
      `must be a list of numbers of digits, from 4 to ${lengthMax}`,
      1,
    ),
    prefixes: Prefixes,
  },
  { additionalProperties: false },
);

/** `other` is what numbers are counted to that no operator lists. */
export const otherOperator = 'other';
const OperatorName = leaf<string>(
  (value) => isMatch(/^[A-Za-z0-9_-]{1,40}$/)(value) && value !== otherOperator,
  `must be 1 to 40 letters, digits, "_" or "-", and not "${otherOperator}"`,
);
const Operator = Type.Object(
  { name: OperatorName, prefixes: Prefixes, price: Type.Optional(Charge) },
  { additionalProperties: false },
);

/** Final states in which a message may be given its price back. */
export const refundableStates = ['REJECTED', 'UNDELIVERABLE', 'EXPIRED', 'UNKNOWN'] as const;
export type RefundableState = (typeof refundableStates)[number];

const currencies = Object.keys(currencyDecimals) as (keyof typeof currencyDecimals)[];

export const CountryEntry = Type.Object(
  {
    code: CountryCode,
    callingCode: leaf<string>(
      isMatch(/^[1-9]\d{0,6}$/),
      'must be the digits that all numbers of the country begin with, such as "221"',
    ),
    mobile: Type.Array(Numbers),
    landline: Type.Optional(Type.Array(Numbers)),
    operators: Type.Array(Operator),
    currency: oneOf(currencies),
    price: Charge,
    timeZone: leaf<string>(isTimeZone, 'must be an IANA time zone such as "Africa/Dakar"'),
    refund: listOf<RefundableState>(
      (value) => refundableStates.includes(value as RefundableState),
      `must be a list of ${refundableStates.join(', ')}`,
    ),
  },
  { additionalProperties: false },
);
export type CountryEntry = Type.Static<typeof CountryEntry>;
export type NumbersEntry = Type.Static<typeof Numbers>;

const kindOfSender = (value: unknown): string => {
  const check = typeof value === 'string' ? checkSender(value) : null;
  return check !== null && check.kind !== 'problem' && check.sender === value ? check.kind : 'none';
};
const isSender = (value: unknown) => kindOfSender(value) !== 'none';
const isNumericSender = (value: unknown) =>
  isSender(value) && kindOfSender(value) !== 'alphanumeric';

export const SenderEntry = Type.Object(
  {
    allowed: leaf<string[] | null>(
      (value) => value === null || (Array.isArray(value) && value.every(isSender)),
      'must be null (every sender) or a list of senders: up to 11 characters, or a number in digits',
    ),
    numericFallback: leaf<string | null>(
      (value) => value === null || isNumericSender(value),
      'must be null, or a short code or number in digits, which replaces a sender that is not allowed',
    ),
  },
  { additionalProperties: false },
);
export type SenderEntry = Type.Static<typeof SenderEntry>;

// A `link` of the document, which operators write, is a carrier connection in this code.
export const ConnectionSenderRules = Type.Object(
  {
    ...SenderEntry.properties,
    perCountry: Type.Optional(
      leaf<{ [country: string]: SenderEntry }>(
        (value) => isRecord(value),
        'must be an object of rules by country code',
      ),
    ),
  },
  { additionalProperties: false },
);

export const ConnectionEntry = Type.Object(
  {
    name: Name,
    connector: Name,
    config: ConfigEntry,
    /**
     * Whose numbers its carrier delivers in national form; the only country of its routes unless
     * given.
     */
    country: Type.Optional(CountryCode),
    senders: Type.Optional(ConnectionSenderRules),
  },
  { additionalProperties: false },
);
export type ConnectionEntry = Type.Static<typeof ConnectionEntry>;

const priorityMax = 100;
const weightMax = 100;
const wholeTo = (maximum: number, wording: string) =>
  leaf<number>(
    (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maximum,
    wording,
  );

export const RouteEntry = Type.Object(
  {
    country: CountryCode,
    operator: Type.Optional(OperatorName),
    links: Type.Array(
      Type.Object(
        {
          name: Name,
          priority: Type.Optional(
            wholeTo(priorityMax, `must be a whole number from 1 (tried first) to ${priorityMax}`),
          ),
          weight: Type.Optional(
            wholeTo(
              weightMax,
              `must be a whole number from 1 to ${weightMax}: the share among equal priorities`,
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    resendUnknown: Type.Optional(Flag),
    senders: Type.Optional(SenderEntry),
  },
  { additionalProperties: false },
);
export type RouteEntry = Type.Static<typeof RouteEntry>;

const isWord = isMatch(/^[\p{L}\p{N}]{1,20}$/u);

export const InboundEntry = Type.Object(
  {
    number: leaf<string>(
      isMatch(/^\d{3,15}$/),
      'must be the digits of the number or short code that people write to',
    ),
    keyword: Type.Optional(leaf<string>(isWord, 'must be one word of up to 20 letters and digits')),
    app: leaf<string>(
      (value) => typeof value === 'string' && readKeyId(value, 'js') !== null,
      'must be an SMS application as `sms-app list` shows it, such as "js_test_7"',
    ),
  },
  { additionalProperties: false },
);
export type InboundEntry = Type.Static<typeof InboundEntry>;

/** The number behind an app's id of a document that was checked. */
export const appNumberOf = (app: string): number => readKeyId(app, 'js')!.keyId;

const Words = listOf<string>(
  isWord,
  'must be a list of single words of up to 20 letters and digits',
);

/**
 * The outer shape; the entries are checked one by one, so that every entry's problems are reported.
 */
export const RoutingShape = Type.Object(
  {
    countries: Type.Array(Type.Unknown()),
    links: Type.Array(Type.Unknown()),
    routes: Type.Array(Type.Unknown()),
    inbound: Type.Optional(Type.Array(Type.Unknown())),
    stopWords: Type.Optional(Words),
    startWords: Type.Optional(Words),
  },
  { additionalProperties: false },
);

export interface RoutingDocument {
  countries: CountryEntry[];
  links: ConnectionEntry[];
  routes: RouteEntry[];
  inbound?: InboundEntry[];
  stopWords?: string[];
  startWords?: string[];
}

function isTimeZone(value: unknown): boolean {
  // An offset such as "+01:00" is accepted by Intl, but knows nothing of a country.
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
