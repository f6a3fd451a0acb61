// Proves with many numbers, others in each run, that the sandbox's routing agrees with the world's
// registry, and prints how many it routes a second.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import { compileRouting } from './compile.ts';
import type { RoutingDocument } from './document.ts';
import { defaultRoutingText } from './index.ts';
import { simulatorVariables, testSettings } from './testing.ts';
import { compareWithRegistry, makeRandom } from './testing/registry.ts';

const document = JSON.parse(defaultRoutingText()) as RoutingDocument;
const routing = compileRouting(
  document,
  { version: 1, hasPorted: false },
  { ...testSettings, connectors: smsConnectors, variables: simulatorVariables },
);
const seed = Number(process.env['JOKKO_TEST_SEED'] ?? 1);

test('X3 the six countries: who can have a mobile number is what libphonenumber says, of very many', () => {
  console.log(`seed ${seed}`);
  compareWithRegistry(document, routing, { seed, numbersMany: 200 });
});

test('how many numbers are routed a second (printed)', () => {
  const random = makeRandom(seed);
  const samples = ['221771234567', '2250712345678', '2290197123456', '22370123456', '237677123456'];
  const numbers = Array.from({ length: 100_000 }, () => {
    const sample = samples[random(samples.length)]!;
    return `${sample.slice(0, -6)}${100_000 + random(900_000)}`;
  });
  const started = performance.now();
  let routed = 0;
  for (let round = 0; round < 10; round += 1)
    for (const number of numbers) if (routing.routeOf(number).ok) routed += 1;
  const perSecond = Math.round(routed / ((performance.now() - started) / 1000));
  console.log(`${perSecond.toLocaleString('en')} numbers a second`);
  assert.equal(routed, 1_000_000);
});
