// X5: proves that recipients whose every submission the operator answers with an error slow
// nobody but themselves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { undisturbed, until } from './harness/index.ts';
import { openSmsFixture, type SmsFixture } from './harness/sms-fixture.ts';
import { accountOf } from './harness/sms-routing.ts';

let fixture: SmsFixture;
before(async () => {
  fixture = await openSmsFixture({
    connections: { POISON: {}, SLOW: { config: { ratePerSec: 50 } } },
  });
});
after(() => fixture.close());

/** Command statuses 0x45, 0x08 and 0xFF, by the digits of the sandbox. */
const errors = ['7069', '7008', '7255'];
const poisoned = (connection: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    fixture.number(connection, errors[index % errors.length]),
  );
const refusalsOf = async (connection: string): Promise<number> =>
  (await fixture.smsc.lines({ account: accountOf(connection), event: 'refused' })).length;
const sentWithinMs = async (connection: string): Promise<number> => {
  const { sms } = fixture;
  const number = fixture.number(connection);
  const startedAt = performance.now();
  const id = await sms.accept(number);
  await until(
    'the operator has it',
    async () => (await fixture.smsc.lines({ to: number.slice(1), event: 'accepted' })).length === 1,
    { timeoutMs: 120_000, everyMs: 20 },
  );
  const elapsedMs = performance.now() - startedAt;
  await sms.untilState(id, 'DELIVERED');
  return elapsedMs;
};

test('X5 a thousand poisoned recipients: a fresh message is sent within a second', async (t) => {
  await fixture.sms.accept(poisoned('POISON', 1_000));
  await until(
    'all were tried, and repeats have begun',
    async () => (await refusalsOf('POISON')) > 1_000,
    {
      timeoutMs: 120_000,
      everyMs: 200,
    },
  );
  // While they are tried again and again, some of them at every moment.
  const measure = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) times.push(await sentWithinMs('POISON'));
    return times;
  };
  const keepsPace = (times: readonly number[]): boolean =>
    Math.min(...times) < 1_000 && Math.max(...times) < 3_000;
  const times = await undisturbed(measure, keepsPace);
  t.diagnostic(`sent after ${times.map((time) => Math.round(time)).join(', ')} ms`);
  assert.ok(keepsPace(times), `sent after ${times} ms`);
});

test('X5 on a connection of 50 parts a second fresh messages go before repeats', async (t) => {
  // Each wave of repeats takes the connection three seconds, and the first follows at once.
  const measure = async (): Promise<number> => {
    const before = await refusalsOf('SLOW');
    await fixture.sms.accept(poisoned('SLOW', 150));
    await until('repeats have begun', async () => (await refusalsOf('SLOW')) >= before + 160);
    return sentWithinMs('SLOW');
  };
  const elapsedMs = await undisturbed(measure, (measured) => measured < 1_500, 5);
  t.diagnostic(`sent after ${Math.round(elapsedMs)} ms`);
  assert.ok(elapsedMs < 1_500, `sent after ${elapsedMs} ms`);
});
