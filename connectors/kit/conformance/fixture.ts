// Fixture of one conformance run: a connector, the provider it calls, its notifications, and
// orders that fit that provider.

import { defined } from '@jokko/contract';
import { randomUUID } from 'node:crypto';
import assert from 'node:assert/strict';
import type { Capabilities, Connector, HttpRequest, HttpResult, Prepared } from '../connector.ts';
import type { Intent, OperationKind, ProductTerms } from '../intent.ts';
import type { Challenge, Outcome, QueryOutcome, Refs, StepInput } from '../outcome.ts';
import { amountFromWire } from '../wire-money.ts';
import type { FinalWords } from './final-words.ts';
import { createTransport } from './http-transport.ts';
import type { Transport } from './http-transport.ts';
import { startNoticeReceiver } from './notice-receiver.ts';
import type { NoticeReceiver } from './notice-receiver.ts';
import { sampleIntent } from './sample-intent.ts';
import type { SampleOptions } from './sample-intent.ts';
import { startSimulatorProcess } from './simulator-process.ts';
import type { SimulatorProcess } from './simulator-process.ts';
import { createTestContext } from './test-context.ts';
import type { TestContext } from './test-context.ts';

/** What the suite has to know about a connector beyond its interface. */
export interface Subject<Config> {
  connector: Connector<Config>;
  /** A usable configuration for a simulator at this address. */
  config(simulatorUrl: string, timeoutMs: number): Config;
  /**
   * The kind that stands for all when one is enough; its digits must be decided by the provider.
   */
  mainKind: OperationKind;
  /**
   * Kinds whose digits this protocol reads from the phone although the interface has an earlier
   * field.
   */
  digitsInPhone?: OperationKind[];
  /** Kinds about which this protocol sends no notice: only a status query tells their end. */
  silentKinds?: readonly OperationKind[];
  /** The kind that notices are tried with, where that is another than `mainKind`. */
  noticeKind?: OperationKind;
  /** Answers to a submit that hold a status or an error code that the protocol does not list. */
  unlistedAnswers: HttpResult[];
  /**
   * Answers to a submit (of `mainKind` unless told) that refuse it for certain, by each code of its
   * table; absent where the first calls of an order move nothing.
   */
  refusals?: { kind?: OperationKind; answers: readonly HttpResult[] };
  /**
   * How the protocol says a final status for a reason that is not listed, and a status that is not.
   */
  finalWords: FinalWords;
  /**
   * The answer to a token that is no longer good; absent: no tokens. `config`: a configuration with
   * tokens from any address. `isTokenCall`: where the provider itself must give them out.
   */
  tokens?: { refused: HttpResult } & (
    | { config(simulatorUrl: string, tokenUrl: string): Config }
    | { isTokenCall(request: HttpRequest): boolean }
  );
  /** How the orders of a kind differ from the usual sample, for example by a link for the payer. */
  sample?: { [kind in OperationKind]?: SampleOptions };
  /**
   * What the status query says of an order whose answer was lost: `taken` where it had arrived
   * (8003), usually `succeeded`, and `never` where it had not (8004), usually `absent`.
   */
  afterLostAnswer?: {
    [kind in OperationKind]?: {
      taken?: 'succeeded' | 'unknown';
      never?: 'absent' | 'unknown';
    };
  };
  /** Kinds whose result is told by notices only: their status query asks for one. */
  toldByNotice?: OperationKind[];
  /** What the orders of a kind sell, where this connector sells products of its provider. */
  product?(kind: OperationKind): ProductTerms | undefined;
  /** The provider's own window for payers; by default 900. */
  payerWindowSeconds?: number;
  /**
   * Registers the one address that the provider posts all notices to; absent: each order names its
   * own.
   */
  registerNotices?(simulatorUrl: string, address: string): Promise<void>;
  /**
   * What the suite asks for and this protocol does not have. Its tests are reported as skipped, or
   * show what holds instead.
   */
  lacks?: readonly Lack[];
  /**
   * What a willing payer does about a challenge that our own page draws; undefined: nothing,
   * somebody acts elsewhere.
   */
  payer?(challenge: Challenge, random: () => number): Promise<StepInput | undefined>;
  /** What the provider's book calls an attempt; by default `refs.ours`. */
  bookReference?(prepared: Prepared): string;
  /**
   * Share of lives under fire that may stay unknown, where the protocol cannot tell what became of
   * a call; by default none.
   */
  unresolvedShareMax?: number;
  /**
   * Absolute path of the module that simulates the protocol, where the simulator does not know it
   * (`@jokko/simulator/kit`).
   */
  simulator?: string;
}

export type Lack =
  /**
   * Its provider writes numbers and words in one way that is kept, and they are taken to the
   * letter.
   */
  | 'looseWriting'
  /** No link or QR code for the payer: a prompt on the phone at most. */
  | 'payerLinks'
  /** The answer to a submit is never a result. */
  | 'answersAtOnce'
  /**
   * The status query of a refund is answered by a notice, or not at all: the connector's own tests
   * show its way.
   */
  | 'refundAnswers'
  /** What was taken back keeps its success in the status query. */
  | 'reversals'
  /** A refund is answered with its result. */
  | 'pendingRefunds'
  /**
   * A refund can be asked about only by a reference that its answer tells, and one of the same
   * payment is the same refund.
   */
  | 'refundQueries'
  /** A notice that a success was taken back is only a reason to ask. */
  | 'reversalNotices'
  /** What is not clear of its first calls has failed: they only make an order ready. */
  | 'singleAnswers'
  /**
   * An order is several calls, of which the last executes: what is not clear before it was not
   * sent.
   */
  | 'singleCalls'
  /** A notice without the provider's signature is refused, and is not even a reason to ask. */
  | 'unsignedNotices';

export interface Order {
  intent: Intent;
  prepared: Prepared;
  reference: string;
}

export interface Fixture<Config> {
  subject: Subject<Config>;
  connector: Connector<Config>;
  capabilities: Capabilities;
  simulator: SimulatorProcess;
  transport: Transport;
  notices: NoticeReceiver;
  /** The usual context; its log is shared by all tests. */
  context: TestContext<Config>;
  /** Gives up on an answer early, for submits that never get one. */
  timedOut: TestContext<Config>;
  order(kind: OperationKind, digits: string, options?: SampleOptions): Promise<Order>;
  submit(order: Order, how?: 'first' | 'replay', context?: TestContext<Config>): Promise<Outcome>;
  query(order: Order, refs?: Refs): Promise<QueryOutcome>;
  /** A context whose provider answers every call so; tokens are given out as usual. */
  answering(answer: HttpResult): TestContext<Config>;
  /** How often the provider moved the money of this reference. */
  executions(reference: string): Promise<number>;
  stop(): Promise<void>;
}

/** Longer than any stall of the machine. */
const waitMs = 60_000;
const timedOutMs = 800;

export async function openFixture<Config>(
  subject: Subject<Config>,
  environment: { [name: string]: string } = {},
): Promise<Fixture<Config>> {
  const { connector } = subject;
  const bookNames = new Map<string, string>();
  const own = subject.simulator === undefined ? {} : { SIM_PROTOCOLS: subject.simulator };
  const simulator = withBookNames(
    await startSimulatorProcess({ ...environment, ...own }),
    bookNames,
  );
  const config = subject.config(simulator.url, waitMs);
  assert.deepEqual(
    connector.checkConfig(config),
    [],
    'the configuration of the subject must be usable',
  );
  const notices = await startNoticeReceiver((notice) => connector.receive(config, notice));
  await subject.registerNotices?.(simulator.url, notices.urlFor(''));
  const transport = createTransport();
  const context = createTestContext(config, transport.http);
  const timedOut = createTestContext(subject.config(simulator.url, timedOutMs), transport.http);
  timedOut.cards = context.cards;
  timedOut.card = context.card;
  timedOut.token = context.token;
  // Its token, if any, is there before the first test counts calls.
  await connector.connectionTest?.call(context);
  const base = {
    subject,
    connector,
    capabilities: connector.capabilities(config),
    simulator,
    transport,
    notices,
    context,
    timedOut,
  };
  const fixture: Fixture<Config> = {
    ...base,
    async order(kind, digits, options = {}) {
      const order = await makeOrder(fixture, kind, digits, options);
      bookNames.set(order.reference, subject.bookReference?.(order.prepared) ?? order.reference);
      return order;
    },
    submit: (order, how = 'first', by = context) =>
      connector.execute(by, order.intent, order.prepared, how),
    async query(order, refs = order.prepared.refs) {
      const found = await connector.query(context, order.intent, refs);
      return base.capabilities.queryBy.length > 0
        ? found
        : ((await lastWord(notices, simulator, order.reference)) ?? found);
    },
    answering: (answer) => {
      const strange = createTestContext(config, () => Promise.resolve(answer));
      return Object.assign(strange, { token: context.token, card: context.card });
    },
    executions: async (reference) =>
      (await simulator.book(reference)).filter((line) => line.result === 'executed').length,
    async stop() {
      transport.close();
      await notices.stop();
      await simulator.stop();
    },
  };
  return fixture;
}

/**
 * Where nothing can be asked, what notices have told: the last one that may be booked. It is waited
 * for where the provider's book has an end.
 */
async function lastWord(
  notices: NoticeReceiver,
  simulator: SimulatorProcess,
  reference: string,
): Promise<QueryOutcome | undefined> {
  const book = await simulator.book(reference);
  if (!book.some(({ result }) => ends.includes(result))) return undefined;
  const receipts = await notices.waitFor(reference, 1);
  return receipts
    .flatMap(({ events }) => events)
    .findLast((event) => event.authenticated && event.outcome !== undefined)?.outcome;
}

const ends = ['executed', 'failed', 'reversed'];

/** The simulator, asked about our references also where the protocol gives attempts other names. */
function withBookNames(
  simulator: SimulatorProcess,
  names: ReadonlyMap<string, string>,
): SimulatorProcess {
  const nameOf = (reference: string) => names.get(reference) ?? reference;
  return {
    ...simulator,
    book: (reference) => simulator.book(nameOf(reference)),
    misbehave: ({ reverse, forge, ...others }) =>
      simulator.misbehave({
        ...others,
        ...(reverse === undefined ? {} : { reverse: nameOf(reverse) }),
        ...(forge === undefined ? {} : { forge: nameOf(forge) }),
      }),
  };
}

/**
 * An order that the provider can take: an existing bill, the amount of an existing remittance, a
 * card in the vault.
 */
async function makeOrder<Config>(
  fixture: Fixture<Config>,
  kind: OperationKind,
  digits: string,
  options: SampleOptions,
): Promise<Order> {
  const reference = randomUUID();
  const { connector, context, subject } = fixture;
  const full: SampleOptions = {
    digits,
    notifyUrl: fixture.notices.urlFor(reference),
    vaultHandle: reference,
    ...subject.sample?.[kind],
    ...options,
  };
  if (subject.digitsInPhone?.includes(kind) === true) full.digitsInPhone = true;
  const product = subject.product?.(kind);
  let intent: Intent = {
    ...sampleIntent(kind, full),
    ...defined({ product }),
  };
  if (intent.extra.type === 'bill' && connector.listBills !== undefined) {
    const listed = await connector.listBills(
      context,
      intent.codeService,
      intent.extra.accountNumber,
    );
    const bill = 'bills' in listed ? listed.bills[0] : undefined;
    if (bill !== undefined)
      intent = {
        ...intent,
        amount: bill.amount,
        extra: { ...intent.extra, billReference: bill.billReference },
      };
  }
  if (intent.extra.type === 'remit_send' && connector.quote !== undefined)
    intent = await asQuoted(
      connector.quote(context, { ...intent, data: intent.extra.data }),
      intent,
    );
  if (intent.extra.type === 'remit_receive' && connector.inquiry !== undefined) {
    const found = await connector.inquiry(
      context,
      intent.codeService,
      intent.extra.referenceNumber,
    );
    const amount = 'record' in found ? amountFromWire(found.record['receiveAmount']) : null;
    if (amount !== null) intent = { ...intent, amount };
  }
  if (intent.extra.type === 'card')
    context.cards.set(reference, {
      number: Buffer.from(`599700123456${digits}`),
      expireMonth: '09',
      expireYear: '39',
      cvc: Buffer.from('920'),
    });
  return { intent, prepared: connector.prepare(context.config, intent, reference), reference };
}

/** The order as the core has it: with total and session of its quote. */
async function asQuoted(
  asked: ReturnType<NonNullable<Connector['quote']>>,
  intent: Intent,
): Promise<Intent> {
  const found = await asked;
  if (!('quote' in found) || intent.extra.type !== 'remit_send') return intent;
  const amounts = found.quote['sendAmounts'] as { totalAmountToCollect: string };
  const session = found.quote['remitTransactionSessionID'] as string;
  const quote = { total: amounts.totalAmountToCollect, session };
  return { ...intent, extra: { ...intent.extra, quote } };
}
