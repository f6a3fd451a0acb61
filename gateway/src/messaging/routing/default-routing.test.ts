// Proves that the sandbox's routing knows the numbers of its six countries as the world's registry
// does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import { formatDocument } from '../../platform/documents/index.ts';
import { compileRouting } from './compile.ts';
import type { RoutingDocument } from './document.ts';
import { defaultRoutingText } from './index.ts';
import { simulatorVariables, testSettings } from './testing.ts';
import { compareWithRegistry } from './testing/registry.ts';
import { readRouting } from './validate.ts';

const document = JSON.parse(defaultRoutingText()) as RoutingDocument;
const routing = compileRouting(
  document,
  { version: 1, hasPorted: false },
  { ...testSettings, connectors: smsConnectors, variables: simulatorVariables },
);

test('X3 the six countries: who can have a mobile number is what libphonenumber says', () => {
  const seed = Number(process.env['JOKKO_TEST_SEED'] ?? 1);
  // Two hundred times as many in the long tier.
  compareWithRegistry(document, routing, { seed, numbersMany: 1 });
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

test('the real connectors can use the default routing', () => {
  const read = readRouting(defaultRoutingText(), {
    ...testSettings,
    connectors: smsConnectors,
    variables: simulatorVariables,
  });
  assert.deepEqual(read.ok ? [] : read.problems, []);
});
