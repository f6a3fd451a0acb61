// Truth under fire: thousands of payments from a seed over a network that fails, against the
// simulator of the protocol. At the end every result is compared with the provider's book.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { HttpRequest } from '../connector.ts';
import type { OperationKind } from '../intent.ts';
import { createFaultyHttp } from './faulty-transport.ts';
import { openFixture, type Fixture, type Subject } from './fixture.ts';
import { apply, isOver, newExchange, turn } from './life.ts';
import type { Exchange, Life, LifeDeps } from './life.ts';
import type { BookLine } from './simulator-process.ts';
import { createTestContext } from './test-context.ts';

const livesUsual = 2_000;
const atOnce = 24;
/** Short, since some answers never come. */
const timeoutMs = 800;
/**
 * Virtual seconds between two looks over the failing network; the last one is long, so that a
 * payer's window ends.
 */
const pausesSeconds = [...Array.from({ length: 16 }, () => 10), 1_000];
/** And over a sound one, on which everything comes to its end. */
const soundPausesSeconds = Array.from({ length: 8 }, () => 10);
/** Last four digits that decide what the provider does; the others simply succeed. */
const behaviours = [
  '8000',
  '8001',
  '8002',
  '8003',
  '8004',
  '8005',
  '8006',
  '8007',
  '9001',
  '9013',
  '9028',
  '7011',
  '7028',
];
const behavingShare = 0.3;
const refundShare = 0.2;

/** Registers one test of `JOKKO_LIVES` lives (2,000) from `JOKKO_LIVES_SEED`, which is printed. */
export function runLives<Config>(subject: Subject<Config>): void {
  const count = Number(process.env['JOKKO_LIVES'] ?? livesUsual);
  const seed = Number(process.env['JOKKO_LIVES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  test(`${subject.connector.name}: ${count} lives end as the provider's book says (seed ${seed})`, async (t) => {
    const fixture = await openFixture(subject);
    try {
      const lives = await leadLives(fixture, subject, count, seed);
      const report = compare(lives, await readBook(fixture), subject);
      t.diagnostic(`seed ${seed}: ${JSON.stringify(report.counts)}`);
      assert.deepEqual(report.faults.slice(0, 10), [], `${report.faults.length} of ${count}`);
      const { unresolved } = report;
      assert.ok(
        unresolved.length <= count * (subject.unresolvedShareMax ?? 0),
        `${unresolved.length} stayed unknown: ${unresolved.slice(0, 5).join('; ')}`,
      );
      assert.ok((report.counts['succeeded'] ?? 0) > count / 3, 'most succeed');
    } finally {
      await fixture.stop();
    }
  });
}

async function leadLives<Config>(
  fixture: Fixture<Config>,
  subject: Subject<Config>,
  count: number,
  seed: number,
): Promise<Life[]> {
  const random = makeRandom(seed);
  const { http: network } = fixture.transport;
  const faulty = createFaultyHttp(network, random, subject.tokens?.refused);
  let isSound = false;
  const http = (request: HttpRequest) => (isSound ? network : faulty)(request);
  const context = createTestContext(subject.config(fixture.simulator.url, timeoutMs), http);
  context.cards = fixture.context.cards;
  context.card = fixture.context.card;
  let nowMs = 0;
  let references = 0;
  const deps: LifeDeps<Config> = {
    subject,
    connector: subject.connector,
    context,
    now: () => nowMs,
    random,
    newReference: () => uuidOf(`${seed} ${(references += 1)}`),
  };
  const lives: Life[] = [];
  await inTurn(Array.from({ length: count }), async () => {
    lives.push(await newLife(fixture, random));
  });
  const heard = new Map<Life, number>();
  for (const [round, seconds] of [...pausesSeconds, ...soundPausesSeconds].entries()) {
    isSound = round >= pausesSeconds.length;
    await inTurn(lives, async (life) => {
      await hear(fixture, deps, life, heard);
      await turn(deps, life);
    });
    await fixture.simulator.advance(seconds);
    nowMs += seconds * 1_000;
  }
  return lives;
}

async function newLife<Config>(fixture: Fixture<Config>, random: () => number): Promise<Life> {
  const { operations } = fixture.capabilities;
  const kind: OperationKind = operations[Math.floor(random() * operations.length)]!;
  const digits =
    random() < behavingShare
      ? behaviours[Math.floor(random() * behaviours.length)]!
      : ordinary(random);
  const order = await fixture.order(kind, digits, {
    amount: BigInt(100 + Math.floor(random() * 5_000)) * 10_000n,
  });
  return {
    order,
    wantsRefund: random() < refundShare,
    payment: newExchange('execute', order.prepared),
    refund: null,
  };
}

/** Digits that decide nothing, so that parties differ. */
const ordinary = (random: () => number): string => String(1_000 + Math.floor(random() * 5_000));

/**
 * Notices that may be booked count as answers; the others only lead to a status query, which comes
 * anyway.
 */
async function hear<Config>(
  { notices, capabilities }: Fixture<Config>,
  deps: LifeDeps<Config>,
  life: Life,
  heard: Map<Life, number>,
): Promise<void> {
  const receipts = notices.receipts(life.order.reference);
  const fresh = receipts.slice(heard.get(life) ?? 0);
  heard.set(life, receipts.length);
  for (const event of fresh.flatMap((receipt) => receipt.events)) {
    if (!event.authenticated || !capabilities.notification.bookable || !event.outcome) continue;
    const exchange = [life.payment, life.refund].find(
      (each) => each !== null && isAbout(each, event.match),
    );
    if (exchange && exchange.state !== 'ready') await apply(deps, life, exchange, event.outcome);
  }
}

const isAbout = ({ refs }: Exchange, { ours, theirs }: { ours?: string; theirs?: string }) =>
  ours === undefined ? theirs !== undefined && theirs === refs.theirs : ours === refs.ours;

interface Report {
  counts: { [state: string]: number };
  faults: string[];
  unresolved: string[];
}

/**
 * A success is executed exactly once and not taken back; anything else that has ended moved no
 * money.
 */
function compare<Config>(
  lives: Life[],
  book: Map<string, BookLine[]>,
  { bookReference = ({ refs }) => refs.ours }: Subject<Config>,
): Report {
  const report: Report = { counts: {}, faults: [], unresolved: [] };
  const count = (name: string) => (report.counts[name] = (report.counts[name] ?? 0) + 1);
  const check = (exchange: Exchange, life: Life) => {
    const lines = book.get(bookReference(exchange.prepared)) ?? [];
    const executed = lines.filter(({ result }) => result === 'executed').length;
    const isTakenBack = lines.some(({ result }) => result === 'reversed');
    const expected = executed === 1 && (!isTakenBack || life.refund !== null) ? 'succeeded' : 'not';
    const isWrong =
      executed > 1 ||
      (isOver(exchange) && (exchange.state === 'succeeded') !== (expected === 'succeeded')) ||
      (exchange.state === 'ready' && executed > 0);
    const told = `${exchange.purpose} ${exchange.prepared.refs.ours} ${life.order.intent.phone} is ${exchange.state}, the provider executed it ${executed} times${isTakenBack ? ' and took it back' : ''}: ${exchange.story.join(', ')}`;
    if (isWrong) report.faults.push(told);
    if (exchange.state === 'unknown') report.unresolved.push(told);
  };
  for (const life of lives) {
    count(life.payment.state);
    check(life.payment, life);
    if (life.refund === null) continue;
    count(`refund ${life.refund.state}`);
    check(life.refund, life);
  }
  return report;
}

async function readBook<Config>({ simulator }: Fixture<Config>): Promise<Map<string, BookLine[]>> {
  const text = await (await fetch(`${simulator.url}/control/book`)).text();
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BookLine);
  return Map.groupBy(lines, (line) => String(line['ourReference']));
}

/** Works through a list, so many at once. */
async function inTurn<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** mulberry32. */
function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A UUID of version 4's shape, the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
