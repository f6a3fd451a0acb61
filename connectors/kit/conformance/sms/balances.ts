// Checks what a connector reads as the balance of our account: to the last digit that is kept,
// below zero too, and never a zero where there is no balance to read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, SmsBalanceResult } from '../../index.ts';
import { createScriptedCarrier } from '../scripted-carrier.ts';
import { bytes, lost, notSent } from './play.ts';
import { secretsOf } from './secrecy.ts';
import type { SmsSubject } from './subject.ts';

/** As carriers write them, and in ten-thousandths. */
const amounts = {
  '1785.50': 17_855_000n,
  '1000': 10_000_000n,
  '0': 0n,
  '0.0042': 42n,
  '47.79134': 477_913n,
  '-0.25': -2_500n,
} as const;

export function balanceTests<Config>(subject: SmsSubject<Config>): void {
  const { connector, config, balance } = subject;
  if (connector.balance === undefined) {
    test('a balance', { skip: 'the connector reads none' });
    return;
  }
  const read = async (answer: HttpResult): Promise<SmsBalanceResult> => {
    const context = createScriptedCarrier(config, []);
    context.http = (request) => {
      context.requests.push(request);
      const isOther = balance!.asks?.(request) === false;
      return Promise.resolve(isOther ? subject.answers(request) : answer);
    };
    const told = await connector.balance!(context);
    assert.ok(
      context.requests.length > 0 && !context.requests.some((each) => subject.submits(each)),
      'the question for the balance submits no message',
    );
    for (const secret of secretsOf(subject))
      assert.ok(!JSON.stringify([context.lines, told.ok || told.said]).includes(secret));
    return told;
  };
  test('a balance is read to the last digit that is kept, and may be below zero', async () => {
    for (const [written, available] of Object.entries(amounts))
      assert.deepEqual(
        await read(balance!.answer(written)),
        { ok: true, currency: balance!.currency, available },
        written,
      );
  });
  test('a balance that cannot be read is told as such, and never as zero', async () => {
    const unreadable = [
      ...['', 'much', '1e3', '99999999999999999'].map((each) => balance!.answer(each)),
      ...[bytes(200, ''), bytes(200, '{}'), bytes(200, '[]'), bytes(500, '{}'), bytes(429, '')],
      ...[notSent, lost('timeout'), lost('connection')],
    ];
    for (const answer of unreadable) assert.equal((await read(answer)).ok, false);
    const refused = await read(subject.wrongCredentials);
    assert.equal(!refused.ok && refused.why, 'unknown us');
  });
}
