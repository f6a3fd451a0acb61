// Pays over the simulator in its own process, step by step as the core does.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createTestContext,
  createTransport,
  sampleIntent,
  startSimulatorProcess,
} from '@jokko/connectors/kit/conformance';
import type { SimulatorProcess, TestContext } from '@jokko/connectors/kit/conformance';
import type {
  HttpRequest,
  HttpResult,
  Intent,
  Outcome,
  Prepared,
  Refs,
  StepInput,
} from '@jokko/connectors/kit';
import { cybersourceConnector as connector } from '../index.ts';
import type { CybersourceConfig } from '../index.ts';
import { payer } from './payer.ts';
import { simulatorConfig } from './simulator-config.ts';

export interface Ready {
  intent: Intent;
  prepared: Prepared;
  input: StepInput;
}

export interface Fixture {
  simulator: SimulatorProcess;
  context: TestContext<CybersourceConfig>;
  /** Gives up on an answer early, for calls that never get one. */
  hasty: TestContext<CybersourceConfig>;
  /** A context whose provider answers every call so. */
  answering(
    answer: (request: HttpRequest) => Promise<HttpResult> | HttpResult,
  ): TestContext<CybersourceConfig>;
  http(request: HttpRequest): Promise<HttpResult>;
  /** An order whose device has been recognised: what is sent next pays. */
  ready(number: string): Promise<Ready>;
  pay(ready: Ready, context?: TestContext<CybersourceConfig>): Promise<Outcome>;
  /** Pays, and passes the bank's page. */
  succeed(number?: string): Promise<{ intent: Intent; refs: Refs }>;
  executions(reference: string): Promise<number>;
  stop(): Promise<void>;
}

/** The number of a card with outcome digits. */
export const digitCard = (digits: string): string => `599700123456${digits}`;

export async function openFixture(auth: CybersourceConfig['auth']): Promise<Fixture> {
  const simulator = await startSimulatorProcess();
  const transport = createTransport();
  const config = simulatorConfig(simulator.url, auth);
  const context = createTestContext(config, transport.http);
  const sharing = (other: TestContext<CybersourceConfig>): TestContext<CybersourceConfig> =>
    Object.assign(other, { card: context.card, cards: context.cards });
  const fixture: Fixture = {
    simulator,
    context,
    http: transport.http,
    hasty: sharing(createTestContext({ ...config, timeoutMs: 500 }, transport.http)),
    answering: (answer) =>
      sharing(createTestContext(config, (request) => Promise.resolve(answer(request)))),
    ready: (number) => makeReady(context, number),
    pay: ({ intent, prepared, input }, by = context) =>
      connector.executeStep!(by, intent, prepared, input),
    async succeed(number = '4456530000001005') {
      const ready = await fixture.ready(number);
      const outcome = await fixture.pay(ready);
      assert.equal(outcome.kind, 'succeeded');
      return { intent: ready.intent, refs: outcome.refs };
    },
    executions: async (reference) =>
      (await simulator.book(reference)).filter(({ result }) => result === 'executed').length,
    async stop() {
      transport.close();
      await simulator.stop();
    },
  };
  return fixture;
}

async function makeReady(context: TestContext<CybersourceConfig>, number: string): Promise<Ready> {
  const vaultHandle = randomUUID();
  const intent = sampleIntent('card', { digits: number.slice(-4), vaultHandle });
  context.cards.set(vaultHandle, {
    number: Buffer.from(number),
    expireMonth: '01',
    expireYear: '39',
    cvc: Buffer.from('920'),
  });
  const setup = connector.prepare(context.config, intent, randomUUID());
  const outcome = await connector.execute(context, intent, setup, 'first');
  assert.ok(outcome.kind === 'pending' && outcome.challenge !== undefined, JSON.stringify(outcome));
  const input = await payer(outcome.challenge);
  const prepared = stepAfter(context.config, intent, outcome.refs, input);
  return { intent, prepared, input };
}

export function stepAfter(
  config: CybersourceConfig,
  intent: Intent,
  refs: Refs,
  input: StepInput,
): Prepared {
  const prepared = connector.prepareStep!(config, intent, refs, randomUUID(), input);
  assert.ok('refs' in prepared, JSON.stringify(prepared));
  return prepared;
}
