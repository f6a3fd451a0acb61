// Filters of the lists of transactions: by a range of amounts, route, developer, error, and a part
// of the number; each on its own, together with others, and for whom it is meant.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorBrowser } from '../../node/portal/testing/operator.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';
import type { Database } from '../../platform/db/database.ts';
import { everyOperation } from '../../payments/operations/index.ts';
import { sumUp } from './sum-up.ts';

let portal: Portal;
let owner: Browser;
let operator: Browser;
/** The accounts of Awa, Awa Ndiaye and Moussa. */
let accounts: number[];

const firstId = 2_000_000_000_000;
const payments = 60;

/**
 * Payment n of `payments`: account n % 3, route n % 4, amount 100 × n; every fifth one failed,
 * every tenth without a known error.
 */
const stored = () => `
  insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
    phone_given, phone, amount, commission,
    currency, details, state, error_id, balance_before, balance_after, created_at, updated_at)
  select (array[${accounts.join()}])[1 + n % 3], ${firstId} + n, 'order-' || n, '',
    'OPA_SN_API_CASH_IN', 'DEBIT', 'ROUTE_' || n % 4, '77',
    case n when 60 then '*12.aGVsbG8345worldAB' else '+22177' || lpad((n * 1013)::text, 7, '0') end,
    n * 1000000, 0, 'XOF', '{}', case when n % 5 = 0 then 'FAILED' else 'SUCCESS' end,
    case when n % 10 = 5 then 57 end, 0, 0, date_trunc('milliseconds',
      now()) - n * interval '1 minute', now()
  from generate_series(1, ${payments}) n`;

before(async () => {
  portal = await startPortal();
  const opened = [];
  for (const name of ['awa', 'ndiaye', 'moussa'])
    opened.push((await portal.register(`${name}@boutique.sn`)).browser);
  owner = opened[0]!;
  accounts = await Promise.all(
    opened.map(async (browser) => (await browser.get('me')).json.membership.accountId as number),
  );
  await portal.db.sql(`
    update account set name = (array['Awa', 'AWA Ndiaye',
      'Moussa & Fils'])[array_position(array[${accounts.join()}], id)];
    update installation set created_at = now() - interval '1 day'; ${stored()}`);
  operator = await operatorBrowser(portal, 'Fatou', { role: 'support' });
});
after(() => portal.close());

const all = Array.from({ length: payments }, (_none, index) => index + 1);
const isFailed = (n: number): boolean => n % 5 === 0;
const isOfAwa = (n: number): boolean => n % 3 !== 2;

async function listed(browser: Browser, path: string): Promise<number[]> {
  const { status, json } = await browser.get(path);
  assert.equal(status, 200, `${path}: ${JSON.stringify(json)}`);
  return json.items.map(({ id }: { id: string }) => Number(id) - firstId);
}

/** Each with the payments of `all` that it keeps. */
const forBoth: [string, (n: number) => boolean][] = [
  ['amount=700', (n) => n === 7],
  ['amount=700-900', (n) => n >= 7 && n <= 9],
  ['amount=5%20500-', (n) => n >= 55],
  ['amount=0-300', (n) => n <= 3],
  ['error=customer_balance_low', (n) => n % 10 === 5],
  ['error=unknown_error', (n) => n % 10 === 0],
  ['error=nothing_of_the_kind', () => false],
  [
    'phonePart=77%200010',
    (n) =>
      String(n * 1013)
        .padStart(7, '0')
        .startsWith('0010'),
  ],
  ...['q', 'phonePart'].map((member): [string, (n: number) => boolean] => [
    `${member}=${encodeURIComponent('\u202a+221\u00a0(77)\u2011000\u200970\ufe0d91\t\u202c')}`,
    (n) => n === 7,
  ]),
  ['phonePart=2026', (n) => `+22177${String(n * 1013).padStart(7, '0')}`.includes('2026')],
  ['phonePart=8345', () => false],
  ['status=failed&amount=1000-2000', (n) => isFailed(n) && n >= 10 && n <= 20],
];

test('a developer and an operator narrow a list by amounts, error and a part of the number', async () => {
  const ownAccount = (n: number): boolean => n % 3 === 0;
  for (const [query, keeps] of forBoth) {
    const kept = all.filter((n) => keeps(n));
    assert.deepEqual(
      await listed(owner, `transactions?${query}`),
      kept.filter((n) => ownAccount(n)),
      query,
    );
    assert.deepEqual(await listed(operator, `operator/transactions?${query}`), kept, query);
  }
});

test('an operator narrows it by route and developer, by number or by a part of the name', async () => {
  const moussa = accounts[2]!;
  const forOperator: [string, (n: number) => boolean][] = [
    ['route=ROUTE_1', (n) => n % 4 === 1],
    ['route=ROUTE', () => false],
    [`account=${moussa}`, (n) => n % 3 === 2],
    ['account=moussa%20%26', (n) => n % 3 === 2],
    ['account=awa', isOfAwa],
    ['account=nobody', () => false],
    ['account=awa&route=ROUTE_0&error=unknown_error', (n) => isOfAwa(n) && n % 20 === 0],
    ['account=AWA&q=order-7', (n) => n === 7],
    ['account=moussa&q=order-7', () => false],
  ];
  for (const [query, keeps] of forOperator)
    assert.deepEqual(
      await listed(operator, `operator/transactions?${query}`),
      all.filter((n) => keeps(n)).slice(0, 50),
      query,
    );
  for (const query of ['route=ROUTE_1', `account=${moussa}`])
    assert.equal((await owner.get(`transactions?${query}`)).code, 'invalid', query);
});

test('what cannot be read is refused by name', async () => {
  for (const [query, field, problem] of [
    ['phonePart=7x7', 'phonePart', 'notDigits'],
    ['amount=900-700', 'amount', 'notPositive'],
    ['amount=700-1e3', 'amount', 'notAmount'],
    ['amount=--5', 'amount', 'notAmount'],
    ['route=%00', 'route', 'badCharacters'],
    ['account=%00', 'account', 'badCharacters'],
  ] as const) {
    const character = problem === 'badCharacters' ? { character: 'U+0000 NULL' } : {};
    assert.deepEqual(
      (await operator.get(`operator/transactions?${query}`)).json.error?.fields,
      [{ field, problem, ...character }],
      query,
    );
  }
});

test('a file holds what the list shows, and what was taken along is in the audit log without numbers', async () => {
  const response = await fetch(
    `${portal.origin}/portal/api/operator/transactions/export?form=plain&route=ROUTE_2&amount=1000-&phonePart=22`,
    { headers: { cookie: `jokko=${operator.token}` } },
  );
  const kept = all.filter((n) => n % 4 === 2 && n >= 10);
  assert.equal((await response.text()).trim().split('\r\n').length - 1, kept.length);
  const [entry] = await portal.db.database.query<{ body: string }>({
    name: 'last_export',
    text: `select body from audit_entry where action = 'transactions.export' order by number desc
      limit 1`,
  });
  const details = JSON.parse(entry!.body).new;
  assert.deepEqual(
    [details.route, details.amount, details.phonePart],
    ['ROUTE_2', '10000000-', true],
  );
});

test('errors, services and routes to choose from: routes for operators alone', async () => {
  const own = (await owner.get('transactions/choices')).json;
  const seen = (await operator.get('transactions/choices')).json;
  assert.equal(own.routes, null);
  assert.ok(seen.routes.includes('OPA_SN'), seen.routes.join());
  const codes = own.errors.map(({ code }: { code: string }) => code);
  assert.equal(new Set(codes).size, codes.length);
  assert.ok(codes.includes('unknown_error') && codes.includes('customer_balance_low'));
});

/** The names of what is asked of the database, each once. */
async function statementsOf(read: (database: Database) => Promise<unknown>): Promise<string[]> {
  const names = new Set<string>();
  const { database } = portal.users;
  await read({
    ...database,
    query(statement, values) {
      names.add(statement.name);
      return database.query(statement, values);
    },
  });
  return [...names];
}

test('an operator sees how many of each status fit, and the sums of the chosen one, of all or of the newest', async () => {
  const sums = async (path: string) => {
    const { status, json } = await operator.get(`operator/transactions/sums?${path}`);
    assert.equal(status, 200, `${path}: ${JSON.stringify(json)}`);
    return json;
  };
  const amountOf = (fits: (n: number) => boolean): string =>
    String(all.filter(fits).reduce((sum, n) => sum + 100 * n, 0));
  const counts = (fits: (n: number) => boolean): Record<string, number> => ({
    success: all.filter((n) => fits(n) && !isFailed(n)).length,
    failed: all.filter((n) => fits(n) && isFailed(n)).length,
  });
  const countsIn = ({ counts: told }: { counts: { status: string; count: number }[] }) =>
    Object.fromEntries(told.map(({ status, count }) => [status, count]));
  const cases: [string, (n: number) => boolean, (n: number) => boolean][] = [
    ['', () => true, () => true],
    ['status=failed', () => true, isFailed],
    ['account=awa', isOfAwa, isOfAwa],
    ['route=ROUTE_1&status=failed', (n) => n % 4 === 1, (n) => n % 4 === 1 && isFailed(n)],
  ];
  for (const [path, fits, chosen] of cases) {
    const told = await sums(path);
    assert.deepEqual(countsIn(told), counts(fits), path);
    const count = all.filter(chosen).length;
    assert.deepEqual(told.sums, [{ currency: 'XOF', count, amount: amountOf(chosen) }], path);
    assert.deepEqual([told.more, told.sumsMore], [false, false], path);
  }
  // With more than it counts it says so, and sums the newest.
  const few = await sumUp(portal.users.database, everyOperation, 10);
  assert.deepEqual(
    await statementsOf((database) => sumUp(database, everyOperation)),
    ['sum_operations_of_window'],
    'it is not asked of each account for a thousand',
  );
  assert.deepEqual(
    [few.more, few.sumsMore, few.sums],
    [true, true, [{ currency: 'XOF', count: 10, amount: 55_000_000n }]],
  );
  assert.equal((await owner.get('operator/transactions/sums')).status, 403);
});
