// Proves that the sandbox's routing knows the numbers of its six countries as the world's registry
// does, and that it is fast.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { formatDocument } from '../../platform/documents/index.ts';
import { compileRouting } from './compile.ts';
import type { CountryEntry, RoutingDocument } from './document.ts';
import { defaultRoutingText } from './index.ts';
import { simulatorVariables, testSettings } from './testing.ts';
import { readRouting } from './validate.ts';

const document = JSON.parse(defaultRoutingText()) as RoutingDocument;
const routing = compileRouting(
  document,
  { version: 1, hasPorted: false },
  { ...testSettings, variables: simulatorVariables },
);
const seed = Math.floor(Math.random() * 2 ** 31);

function makeRandom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Every beginning of four digits with random ends, in the country's own lengths and one digit more and less; many where numbers are given out. */
function* numbersOf(
  { callingCode, mobile, landline = [] }: CountryEntry,
  random: (below: number) => number,
): Generator<string> {
  const used = new Set(
    [...mobile, ...landline].flatMap(({ prefixes }) =>
      prefixes.map((prefix) => prefix.slice(0, 2).padEnd(2, '0')),
    ),
  );
  for (const length of new Set(mobile.flatMap(({ lengths }) => lengths))) {
    for (let at = 0; at < 10_000; at += 1) {
      const head = String(at).padStart(4, '0');
      const ends = used.has(head.slice(0, 2)) ? 40 : 1;
      for (const digits of [length - 1, length + 1, ...Array<number>(ends).fill(length)]) {
        let rest = '';
        while (rest.length < digits - 4) rest += random(10);
        yield callingCode + head + rest;
      }
    }
  }
}

/** What the registry says of a number. */
function registered(digits: string): 'mobile' | 'other' | 'invalid' {
  const parsed = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  if (parsed === undefined || !parsed.isValid()) return 'invalid';
  const type = parsed.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? 'mobile' : 'other';
}

/**
 * Known differences, none of which lets a message go where it should not: whole ranges of landlines are listed, given out or not (refused as
 * `not_mobile` where the registry says invalid: CI 21 25 27, BF 20 24 25); free, premium and personal numbers of SN, ML and CM are not listed
 * (`impossible_number` where the registry knows them).
 */
test('X3 the six countries: who can have a mobile number is what libphonenumber says', () => {
  console.log(`seed ${seed}`);
  const random = makeRandom(seed);
  for (const country of document.countries) {
    const counts = { mobile: 0, other: 0, invalid: 0 };
    for (const digits of numbersOf(country, random)) {
      const expected = registered(digits);
      const result = routing.routeOf(digits);
      counts[expected] += 1;
      assert.equal(result.ok, expected === 'mobile', `+${digits} is ${expected}`);
      if (result.ok) assert.equal(result.route.country, country.code);
      else
        assert.ok(
          result.refusal === 'not_mobile' || result.refusal === 'impossible_number',
          result.refusal,
        );
    }
    assert.ok(
      counts.mobile > 1_000 && counts.invalid > 1_000,
      `${country.code}: ${JSON.stringify(counts)}`,
    );
  }
});

const operators: [number: string, country: string, operator: string][] = [
  ['221771234567', 'SN', 'OPA'],
  ['221781234567', 'SN', 'OPA'],
  ['221761234567', 'SN', 'OPD'],
  ['221701234567', 'SN', 'OPE'],
  ['221721234567', 'SN', 'OPE'],
  ['221751234567', 'SN', 'OPH'],
  ['221711234567', 'SN', 'other'],
  ['2250712345678', 'CI', 'OPA'],
  ['2250512345678', 'CI', 'OPB'],
  ['2250112345678', 'CI', 'OPG'],
  ['2290197123456', 'BJ', 'OPB'],
  ['2290195123456', 'BJ', 'OPG'],
  ['2290140123456', 'BJ', 'OPI'],
  ['22370123456', 'ML', 'OPA'],
  ['22366123456', 'ML', 'OPG'],
  ['22350123456', 'ML', 'OPK'],
  ['237677123456', 'CM', 'OPB'],
  ['237699123456', 'CM', 'OPA'],
  ['237661234567', 'CM', 'OPL'],
  ['237242123456', 'CM', 'OPM'],
  ['22676123456', 'BF', 'OPA'],
  ['22670123456', 'BF', 'OPG'],
  ['22678123456', 'BF', 'OPN'],
];
test('operators by prefix', () => {
  for (const [number, country, operator] of operators) {
    const result = routing.routeOf(number);
    assert.ok(result.ok, number);
    assert.deepEqual(
      [result.route.country, result.route.operator, result.route.pricePerPart],
      [country, operator, 100_000n],
      number,
    );
  }
});

test('numbers of before: 8 digits in Benin and Côte d’Ivoire are nobody’s; a landline is told apart', () => {
  const refusals = [
    '22997123456',
    '22507123456',
    '221338591234',
    '2252721234567',
    '33612345678',
    '1',
    '',
    '22177123456x',
    '٢٢١٧٧١٢٣٤٥٦٧',
  ];
  assert.deepEqual(
    refusals.map((number) => {
      const result = routing.routeOf(number);
      return result.ok ? 'ok' : result.refusal;
    }),
    [
      'impossible_number',
      'impossible_number',
      'not_mobile',
      'not_mobile',
      'unknown_country',
      'unknown_country',
      'impossible_number',
      'impossible_number',
      'impossible_number',
    ],
  );
});

test('connections: one over HTTP is second in SN and alone in BJ', () => {
  const connectionsTo = (number: string) => {
    const result = routing.routeOf(number);
    assert.ok(result.ok);
    return result.route.connections.map((connection) => connection.name);
  };
  assert.deepEqual(connectionsTo('221771234567'), ['SIM_SMPP', 'SIM_HTTP']);
  assert.deepEqual(connectionsTo('2290197123456'), ['SIM_HTTP']);
  assert.deepEqual(connectionsTo('237677123456'), ['SIM_SMPP']);
});

test('the default routing stands in the form of an export', () => {
  assert.equal(formatDocument(document), defaultRoutingText());
});

test('how many numbers are routed a second (printed)', () => {
  const random = makeRandom(seed);
  const numbers = Array.from(
    { length: 100_000 },
    () => `${operators[random(operators.length)]![0].slice(0, -6)}${100_000 + random(900_000)}`,
  );
  const started = performance.now();
  let routed = 0;
  for (let round = 0; round < 10; round += 1)
    for (const number of numbers) if (routing.routeOf(number).ok) routed += 1;
  const perSecond = Math.round(routed / ((performance.now() - started) / 1000));
  console.log(`${perSecond.toLocaleString('en')} numbers a second`);
  assert.equal(routed, 1_000_000);
});

test('the real connectors can use the default routing', () => {
  const read = readRouting(defaultRoutingText(), {
    ...testSettings,
    connectors: smsConnectors,
    variables: simulatorVariables,
  });
  assert.deepEqual(read.ok ? [] : read.problems, []);
});
