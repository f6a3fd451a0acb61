// Proves that every event of an operation moves the right money, and never creates or loses any.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toJsonNumber } from '@jokko/contract';
import fc from 'fast-check';
import { adjustPosting } from './fund.ts';
import {
  applyTransfer,
  balanceMax,
  floatPosting,
  postingsOf,
  settlementPostings,
  smsPosting,
  type Balance,
  type LedgerEvent,
  type Movement,
  type Transfer,
} from './postings.ts';

const route = 'OPA_SN';
const debit: Movement = { direction: 'DEBIT', route, amount: 1_000n, commission: 25n };
const credit: Movement = { ...debit, direction: 'CREDIT' };

const movements = fc.record({
  direction: fc.constantFrom('DEBIT' as const, 'CREDIT' as const),
  route: fc.constant(route),
  amount: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  commission: fc.bigInt({ min: 0n, max: 10n ** 12n }),
});
const lives: { [name: string]: LedgerEvent[] } = {
  success: [{ type: 'opened' }, { type: 'succeeded' }],
  failure: [{ type: 'opened' }, { type: 'failed' }],
  refundWithCommission: [
    { type: 'opened' },
    { type: 'succeeded' },
    { type: 'refund_started' },
    { type: 'refunded', commissionToo: true },
  ],
  refundWithoutCommission: [
    { type: 'opened' },
    { type: 'succeeded' },
    { type: 'refund_started' },
    { type: 'refunded', commissionToo: false },
  ],
  refusedRefund: [
    { type: 'opened' },
    { type: 'succeeded' },
    { type: 'refund_started' },
    { type: 'refund_refused' },
  ],
};

/** All ledger accounts after a life, the developer's beginning with `available`. */
function run(
  events: LedgerEvent[],
  movement: Movement,
  available: bigint,
): { balance: Balance; accounts: Map<string, bigint> } {
  const balance: Balance = { available, held: 0n };
  const accounts = new Map<string, bigint>();
  for (const transfer of events.flatMap((event) => postingsOf(event, movement))) {
    applyTransfer(balance, transfer);
    accounts.set(transfer.debit, (accounts.get(transfer.debit) ?? 0n) - transfer.amount);
    accounts.set(transfer.credit, (accounts.get(transfer.credit) ?? 0n) + transfer.amount);
  }
  return { balance, accounts };
}

const short = (transfers: Transfer[]) =>
  transfers.map(({ verb, debit: from, credit: to, amount }) => `${verb} ${from}>${to} ${amount}`);
const table: [LedgerEvent, debit: string[], credit: string[]][] = [
  [{ type: 'opened' }, ['hold available>held 1025'], []],
  [
    { type: 'succeeded' },
    ['post held>provider:OPA_SN 1000', 'post held>fees 25'],
    ['credit provider:OPA_SN>available 1000', 'credit available>fees 25'],
  ],
  [{ type: 'failed' }, ['void held>available 1025'], []],
  [{ type: 'refund_started' }, [], ['hold available>held 1000']],
  [{ type: 'refund_refused' }, [], ['void held>available 1000']],
  [
    { type: 'refunded', commissionToo: true },
    ['reverse provider:OPA_SN>available 1000', 'reverse fees>available 25'],
    ['reverse held>provider:OPA_SN 1000', 'reverse fees>available 25'],
  ],
  [
    { type: 'refunded', commissionToo: false },
    ['reverse provider:OPA_SN>available 1000'],
    ['reverse held>provider:OPA_SN 1000'],
  ],
];
for (const [event, debits, credits] of table) {
  const name =
    'commissionToo' in event
      ? `${event.type}, commission ${event.commissionToo ? 'too' : 'kept'}`
      : event.type;
  test(`O9 postings of ${name}`, () => {
    assert.deepEqual(short(postingsOf(event, debit)), debits, 'DEBIT');
    assert.deepEqual(short(postingsOf(event, credit)), credits, 'CREDIT');
  });
}

test('I-01 after any whole life nothing is held and all accounts together moved nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(lives)), movements, (events, movement) => {
      const { balance, accounts } = run(events, movement, 10n ** 16n);
      assert.equal(balance.held, 0n);
      assert.equal(accounts.get('held') ?? 0n, 0n);
      assert.equal(
        [...accounts.values()].reduce((sum, amount) => sum + amount, 0n),
        0n,
      );
      assert.equal(balance.available, 10n ** 16n + (accounts.get('available') ?? 0n));
    }),
  );
});

test('O9 S4 what a life leaves on the developer’s balance', () => {
  fc.assert(
    fc.property(movements, (movement) => {
      const { direction, amount, commission } = movement;
      const before = 10n ** 16n;
      const change = (events: LedgerEvent[]) =>
        run(events, movement, before).balance.available - before;
      assert.equal(
        change(lives['success']!),
        direction === 'DEBIT' ? -amount - commission : amount - commission,
      );
      assert.equal(change(lives['failure']!), 0n);
      assert.equal(change(lives['refundWithCommission']!), 0n);
      assert.equal(change(lives['refundWithoutCommission']!), -commission);
      assert.equal(change(lives['refusedRefund']!), change(lives['success']!));
    }),
  );
});

test('a transfer of nothing is not written', () => {
  const free = { ...debit, commission: 0n };
  for (const { event } of table.map(([event]) => ({ event }))) {
    for (const direction of ['DEBIT', 'CREDIT'] as const) {
      assert.ok(
        postingsOf(event, { ...free, direction }).every((transfer) => transfer.amount > 0n),
      );
    }
  }
});

test('I-04 a transfer that would overdraw either balance throws', () => {
  const hold: Transfer = { verb: 'hold', debit: 'available', credit: 'held', amount: 100n };
  assert.throws(() => applyTransfer({ available: 99n, held: 0n }, hold), /overdraw/);
  const free: Transfer = { verb: 'void', debit: 'held', credit: 'available', amount: 100n };
  assert.throws(() => applyTransfer({ available: 0n, held: 99n }, free), /overdraw/);
  const exact: Balance = { available: 100n, held: 0n };
  applyTransfer(exact, hold);
  assert.deepEqual(exact, { available: 0n, held: 100n });
});

test('accounts of others leave the developer’s balance alone', () => {
  const balance: Balance = { available: 5n, held: 7n };
  applyTransfer(balance, { verb: 'fund', debit: 'funding', credit: 'suspense', amount: 3n });
  assert.deepEqual(balance, { available: 5n, held: 7n });
});

test('X5 messages are charged to their country, and given back from there', () => {
  assert.deepEqual(
    short([smsPosting('accepted', 'SN', 30n)!, smsPosting('returned', 'SN', 10n)!]),
    ['charge available>sms:SN 30', 'reverse sms:SN>available 10'],
  );
  assert.equal(smsPosting('accepted', 'SN', 0n), null, 'free messages move nothing');
});

const words = (transfers: readonly Transfer[]): string[] =>
  transfers.map(({ verb, debit, credit, amount }) => `${verb} ${amount} ${debit} > ${credit}`);

test('a settlement holds its amount with its fee, and pays, lets go or takes back what it held', () => {
  const settlement = { amount: 1_000n, fee: 25n };
  const free = { ...settlement, fee: 0n };
  assert.deepEqual(words(settlementPostings('requested', settlement)), [
    'hold 1025 available > held',
  ]);
  assert.deepEqual(words(settlementPostings('released', settlement)), [
    'void 1025 held > available',
  ]);
  const paid = ['settle 1000 held > treasury', 'post 25 held > fees'];
  assert.deepEqual(words(settlementPostings('paid', settlement)), paid);
  assert.deepEqual(words(settlementPostings('paid', free)), paid.slice(0, 1));
  assert.deepEqual(words(settlementPostings('returned', settlement)), [
    'reverse 1000 treasury > available',
  ]);
});

test('a float and a correction go either way, to the smallest amount', () => {
  const moved = [floatPosting(route, 1n), floatPosting(route, -1n)];
  assert.deepEqual(words(moved), [
    `settle 1 provider:${route} > treasury`,
    `settle 1 treasury > provider:${route}`,
  ]);
  assert.deepEqual(words([adjustPosting(1n), adjustPosting(-1n)]), [
    'adjust 1 funding > available',
    'adjust 1 available > funding',
  ]);
  assert.deepEqual(words([smsPosting('accepted', 'SN', 1n)!]), ['charge 1 available > sms:SN']);
  const smallest: Movement = { ...debit, amount: 1n, commission: 1n };
  assert.deepEqual(words(postingsOf({ type: 'succeeded' }, smallest)), [
    `post 1 held > provider:${route}`,
    'post 1 held > fees',
  ]);
  assert.deepEqual(words(settlementPostings('paid', { amount: 1n, fee: 1n })), [
    'settle 1 held > treasury',
    'post 1 held > fees',
  ]);
});

test('up to the maximum each balance is a JSON number of its own, and above it no more', () => {
  const told = (first: bigint) =>
    new Set(Array.from({ length: 10 }, (_, more) => toJsonNumber(first + BigInt(more)))).size;
  assert.equal(told(balanceMax - 9n), 10);
  assert.ok(told(balanceMax) < 10);
});
