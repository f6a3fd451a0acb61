// What does one conformance run hold? A connector, the provider it talks to, its notices, and orders that fit that provider.

import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import type { Capabilities, Connector, HttpResult, Prepared } from '../connector.ts';
import type { Intent, OperationKind } from '../intent.ts';
import type { Outcome, QueryOutcome, Refs } from '../outcome.ts';
import { amountFromWire } from '../wire-money.ts';
import { createTransport } from './http-transport.ts';
import type { Transport } from './http-transport.ts';
import { startNoticeReceiver } from './notice-receiver.ts';
import type { NoticeReceiver } from './notice-receiver.ts';
import { sampleIntent } from './sample-intent.ts';
import type { SampleWish } from './sample-intent.ts';
import { startSimulatorProcess } from './simulator-process.ts';
import type { SimulatorProcess } from './simulator-process.ts';
import { createTestContext } from './test-context.ts';
import type { TestContext } from './test-context.ts';

/** What the suite has to know about a connector beyond its interface. */
export interface Subject<Config> {
  connector: Connector<Config>;
  /** A usable configuration for a simulator at this address. */
  config(simulatorUrl: string, timeoutMs: number): Config;
  /** The kind that stands for all when one is enough; its digits must be decided by the provider. */
  mainKind: OperationKind;
  /** Kinds whose digits this protocol reads from the phone although the interface has an earlier field. */
  digitsInPhone?: OperationKind[];
  /** Answers to a submit that hold a status or an error code that the protocol does not list. */
  unlistedAnswers: HttpResult[];
  /** A configuration with tokens from this address, and the answer to a token that is no longer good; absent: no tokens. */
  tokens?: { config(simulatorUrl: string, tokenUrl: string): Config; refused: HttpResult };
}

export interface Order {
  intent: Intent;
  prepared: Prepared;
  reference: string;
}

export interface World<Config> {
  subject: Subject<Config>;
  connector: Connector<Config>;
  capabilities: Capabilities;
  simulator: SimulatorProcess;
  transport: Transport;
  notices: NoticeReceiver;
  /** The usual context; its log is shared by all tests. */
  context: TestContext<Config>;
  /** Gives up on an answer early, for submits that never get one. */
  impatient: TestContext<Config>;
  order(kind: OperationKind, digits: string, wish?: SampleWish): Promise<Order>;
  submit(order: Order, how?: 'first' | 'replay', context?: TestContext<Config>): Promise<Outcome>;
  query(order: Order, refs?: Refs): Promise<QueryOutcome>;
  /** How often the provider moved the money of this reference. */
  executions(reference: string): Promise<number>;
  stop(): Promise<void>;
}

const patientMs = 10_000;
const impatientMs = 800;

export async function openWorld<Config>(subject: Subject<Config>, environment: { [name: string]: string } = {}): Promise<World<Config>> {
  const { connector } = subject;
  const simulator = await startSimulatorProcess(environment);
  const config = subject.config(simulator.url, patientMs);
  assert.deepEqual(connector.checkConfig(config), [], 'the configuration of the subject must be usable');
  const notices = await startNoticeReceiver((notice) => connector.receive(config, notice));
  const transport = createTransport();
  const context = createTestContext(config, transport.http);
  const impatient = createTestContext(subject.config(simulator.url, impatientMs), transport.http);
  impatient.cards = context.cards;
  impatient.card = context.card;
  const base = { subject, connector, capabilities: connector.capabilities(config), simulator, transport, notices, context, impatient };
  const world: World<Config> = {
    ...base,
    order: (kind, digits, wish = {}) => makeOrder(world, kind, digits, wish),
    submit: (order, how = 'first', by = context) => connector.execute(by, order.intent, order.prepared, how),
    query: (order, refs = order.prepared.refs) => connector.query(context, order.intent, refs),
    executions: async (reference) => (await simulator.book(reference)).filter((line) => line.result === 'executed').length,
    async stop() {
      transport.close();
      await notices.stop();
      await simulator.stop();
    },
  };
  return world;
}

/** An order that the provider can take: an existing bill, the amount of an existing remittance, a card in the vault. */
async function makeOrder<Config>(world: World<Config>, kind: OperationKind, digits: string, wish: SampleWish): Promise<Order> {
  const reference = randomUUID();
  const { connector, context, subject } = world;
  const full: SampleWish = { digits, notifyUrl: world.notices.urlFor(reference), vaultHandle: reference, ...wish };
  if (subject.digitsInPhone?.includes(kind) === true) full.digitsInPhone = true;
  let intent = sampleIntent(kind, full);
  if (intent.extra.type === 'bill' && connector.listBills !== undefined) {
    const listed = await connector.listBills(context, intent.codeService, intent.extra.accountNumber);
    const bill = 'bills' in listed ? listed.bills[0] : undefined;
    if (bill !== undefined) intent = { ...intent, amount: bill.amount, extra: { ...intent.extra, billReference: bill.billReference } };
  }
  if (intent.extra.type === 'remit_receive' && connector.lookup !== undefined) {
    const found = await connector.lookup(context, intent.codeService, intent.extra.referenceNumber);
    const amount = 'record' in found ? amountFromWire(found.record['receiveAmount']) : null;
    if (amount !== null) intent = { ...intent, amount };
  }
  if (intent.extra.type === 'card')
    context.cards.set(reference, { number: `599700123456${digits}`, expireMonth: '09', expireYear: '39', cvc: '920' });
  return { intent, prepared: connector.prepare(context.config, intent, reference), reference };
}
