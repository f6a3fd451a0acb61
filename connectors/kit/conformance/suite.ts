// Conformance suite that every connector must pass against the simulator of its protocol. A part
// is skipped only for a capability that the connector does not claim, and the skip is reported.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { finalWordTests } from './final-words.ts';
import { lostAnswerTests } from './lost-answers.ts';
import { cancelTests, refundTests } from './money-back.ts';
import { noticeTests } from './notices.ts';
import { otherClothesTests } from './other-clothes.ts';
import { payerTests } from './payer.ts';
import { readTests } from './reads.ts';
import { roughAnswerTests } from './rough-answers.ts';
import { resultTests, synchronousTests } from './results.ts';
import { tokenTests } from './tokens.ts';
import { wireTests } from './wire.ts';
import { openFixture } from './fixture.ts';
import type { Fixture, Lack, Subject } from './fixture.ts';

/**
 * Registers the suite with node:test; needs nothing running, starts and stops its own simulator.
 */
export function runConformance<Config>(subject: Subject<Config>): void {
  const { connector } = subject;
  const capabilities = connector.capabilities(subject.config('http://127.0.0.1:1', 10_000));

  const lacks = (what: Lack): string | false =>
    subject.lacks?.includes(what) === true && `the protocol has no ${what}`;

  describe(`${connector.name} keeps the connector contract`, () => {
    const fixture = sharedFixture(subject);
    describe('final words', () => finalWordTests(subject));
    describe('rough answers', () => roughAnswerTests(subject));
    describe('results', () => resultTests(fixture));
    describe('other clothes', () =>
      otherClothesTests(fixture, capabilities.operations, lacks('looseWriting')));
    describe('lost answers', () => lostAnswerTests(fixture));
    describe('notices', () =>
      noticeTests(fixture, {
        all: capabilities.notification.mode === 'none' && 'the protocol has no notices',
        reversals: lacks('reversals'),
      }));
    describe('payer', () => payerTests(fixture, capabilities.operations, lacks('payerLinks')));
    describe('cancel', () =>
      cancelTests(fixture, capabilities.cancelPending ? false : 'the protocol cannot cancel'));
    describe('refund', () =>
      refundTests(
        fixture,
        capabilities.refund === 'none' ? 'the protocol cannot refund' : lacks('refundAnswers'),
      ));
    describe('reads', () => readTests(fixture, capabilities));
    describe('wire', () => wireTests(fixture));
    describe('tokens', () =>
      tokenTests(
        fixture,
        subject.tokens === undefined ? 'the protocol has no access tokens' : false,
      ));
    test('nothing secret is in the log', () => {
      const log = JSON.stringify(fixture().context.lines);
      for (const secret of secretsOf(fixture())) assert.ok(!log.includes(secret));
    });
  });

  describe(`${connector.name} on a synchronous provider`, () =>
    synchronousTests(sharedFixture(subject, { SIM_ANSWER: 'sync' }), lacks('answersAtOnce')));
}

/** Values of the secret fields, and what every card order of the run carried. */
function secretsOf<Config>(fixture: Fixture<Config>): string[] {
  const config = fixture.context.config as { [name: string]: unknown };
  const values = fixture.connector.configForm
    .filter((field) => field.type === 'secret')
    .map((field) => config[field.name]);
  const cards = [...fixture.context.cards.values()].map((card) => card.number);
  return [
    ...values.filter((value) => typeof value === 'string' && value !== ''),
    ...cards,
  ] as string[];
}

function sharedFixture<Config>(
  subject: Subject<Config>,
  environment?: { [name: string]: string },
): () => Fixture<Config> {
  let open: Fixture<Config> | undefined;
  before(async () => {
    open = await openFixture(subject, environment);
  });
  after(() => open?.stop());
  return () => {
    if (open === undefined) throw new Error('the simulator has not started');
    return open;
  };
}
