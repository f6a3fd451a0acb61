// Is this a connector? The one suite that every connector must pass against the simulator of its protocol. A part is skipped
// only for a capability that the connector does not claim, and says so.

import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { lostAnswerTests } from './lost-answers.ts';
import { cancelTests, refundTests } from './money-back.ts';
import { noticeTests } from './notices.ts';
import { payerTests } from './payer.ts';
import { readTests } from './reads.ts';
import { resultTests, synchronousTests } from './results.ts';
import { tokenTests } from './tokens.ts';
import { openWorld } from './world.ts';
import type { Subject, World } from './world.ts';

/** Registers the suite with node:test; needs nothing running, starts and stops its own simulator. */
export function runConformance<Config>(subject: Subject<Config>): void {
  const { connector } = subject;
  const capabilities = connector.capabilities(subject.config('http://127.0.0.1:1', 10_000));

  describe(`${connector.name} keeps the connector contract`, () => {
    const world = sharedWorld(subject);
    describe('results', () => resultTests(world));
    describe('lost answers', () => lostAnswerTests(world));
    describe('notices', () => noticeTests(world));
    describe('payer', () => payerTests(world, capabilities.operations));
    describe('cancel', () => cancelTests(world, capabilities.cancelPending ? false : 'the protocol cannot cancel'));
    describe('refund', () => refundTests(world, capabilities.refund === 'none' ? 'the protocol cannot refund' : false));
    describe('reads', () => readTests(world, capabilities));
    describe('tokens', () => tokenTests(world, subject.tokens === undefined ? 'the protocol has no access tokens' : false));
    test('nothing secret is in the log', () => {
      const log = JSON.stringify(world().context.lines);
      for (const secret of secretsOf(world())) assert.ok(!log.includes(secret));
    });
  });

  describe(`${connector.name} on a synchronous provider`, () => synchronousTests(sharedWorld(subject, { SIM_ANSWER: 'sync' })));
}

/** Values of the secret fields, and what every card order of the run carried. */
function secretsOf<Config>(world: World<Config>): string[] {
  const config = world.context.config as { [name: string]: unknown };
  const values = world.connector.configForm.filter((field) => field.type === 'secret').map((field) => config[field.name]);
  const cards = [...world.context.cards.values()].map((card) => card.number);
  return [...values.filter((value) => typeof value === 'string' && value !== ''), ...cards] as string[];
}

function sharedWorld<Config>(subject: Subject<Config>, environment?: { [name: string]: string }): () => World<Config> {
  let open: World<Config> | undefined;
  before(async () => {
    open = await openWorld(subject, environment);
  });
  after(() => open?.stop());
  return () => {
    if (open === undefined) throw new Error('the simulator has not started');
    return open;
  };
}
