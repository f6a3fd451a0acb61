// Settlements through the portal: who may do what, what is said of wrong input, the bank's file,
// and nobody else's business.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runDoctor } from '../../node/doctor/index.ts';
import { fundAccount } from '../../payments/ledger/index.ts';
import { storeMembership, type Seat } from '../users/memberships.ts';
import { storeUser, storeTotp } from '../users/users.ts';
import { beginSession } from '../users/sessions.ts';
import { makeTotpSecret } from '../users/totp.ts';
import { startPortal } from '../../node/portal/testing/portal.ts';
import type { Browser, Portal } from '../../node/portal/testing/portal.ts';

let portal: Portal;
let accountId: number;
let otherId: number;
let owner: Browser;
let finance: Browser;
let stranger: Browser;
let first: Browser;
let second: Browser;

before(async () => {
  portal = await startPortal();
  const operator: Seat = { side: 'operator', role: 'admin', accountId: null, countries: null };
  [first, second] = [await user('Ousmane', operator), await user('Fatou', operator)];
  const open = async (name: string): Promise<number> =>
    (
      await first.post('operator/developers', {
        name,
        currency: 'XOF',
        language: 'fr',
        allServices: false,
      })
    ).json.id;
  [accountId, otherId] = [await open('Teranga'), await open('Autre')];
  const seat = (role: 'owner' | 'finance', of: number): Seat => ({
    side: 'developer',
    role,
    accountId: of,
    countries: null,
  });
  owner = await user('Awa', seat('owner', accountId));
  finance = await user('Binta', seat('finance', accountId));
  stranger = await user('Cheikh', seat('owner', otherId));
  await fundAccount(portal.db.database, {
    accountId,
    currency: 'XOF',
    amountMinor: 100_000_0000n,
    note: 'test',
  });
});
after(() => portal.close());

async function user(name: string, seat: Seat): Promise<Browser> {
  const { database, secrets } = portal.users;
  const userId = (await storeUser(database, {
    email: `${name}@x.sn`,
    name,
    language: 'fr',
    passwordHash: 'none',
  }))!;
  await storeMembership(database, userId, seat);
  await storeTotp(database, secrets, userId, { secret: makeTotpSecret(), step: 0 });
  const caller = { address: '127.0.0.1', agent: 'test' };
  return portal.browser(
    await beginSession(database, { userId, stage: 'done', secondFactor: true, caller }, null),
  );
}

const bank = {
  kind: 'bank',
  holder: '=Teranga SARL',
  institution: 'CBAO',
  country: 'SN',
  number: 'SN08 SN01 0015 2000 0485 0000 3035',
};
const faultOf = async (answer: ReturnType<Browser['post']>): Promise<string> => {
  const { code, json } = await answer;
  return code === 'invalid'
    ? `${json.error.fields[0].field} ${json.error.fields[0].problem}`
    : String(code);
};
const order = (more: object = {}) => ({
  key: 'a-key-of-the-form',
  currency: 'XOF',
  amount: '40000',
  destinationId: 1,
  ...more,
});
/** `2026-11-21`; so many days from now. */
const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const item = async () => (await first.get('operator/settlements')).json.items[0];

test('a destination is registered with its check digits, confirmed by a colleague, and used after a day', async () => {
  assert.equal(
    await faultOf(
      owner.post('settlements/destinations', { ...bank, number: 'SN08SN0100152000048500003036' }),
    ),
    'number notBankAccount',
  );
  assert.equal(
    await faultOf(
      owner.post('settlements/destinations', { ...bank, kind: 'wallet', country: 'FR' }),
    ),
    'country notAllowed',
  );
  assert.equal(
    await faultOf(
      owner.post('settlements/destinations', { ...bank, kind: 'wallet', number: '12' }),
    ),
    'number invalidPhone',
  );
  assert.equal(
    await faultOf(owner.post('settlements/destinations', { ...bank, holder: '  ' })),
    'holder empty',
  );
  assert.deepEqual((await owner.post('settlements/destinations', bank)).json, { id: 1 });
  assert.equal(await faultOf(finance.post('settlements/destinations', bank)), 'number known');
  const rib = bank.number.replaceAll(' ', '').slice(4);
  assert.equal(
    await faultOf(finance.post('settlements/destinations', { ...bank, number: rib })),
    'number known',
    'the RIB in the IBAN',
  );
  assert.equal(
    await faultOf(finance.post('settlements/destinations', { ...bank, holder: 'a\u202eb' })),
    'holder badCharacters',
  );
  assert.equal((await first.get('operator/destinations')).json.items[0].accountName, 'Teranga');
  assert.equal(
    (await owner.post('settlements/destinations/confirm', { id: 1 })).code,
    'ownRequest',
  );
  assert.equal(
    (await stranger.post('settlements/destinations/confirm', { id: 1 })).code,
    'notFound',
  );
  assert.equal((await finance.post('settlements/destinations/confirm', { id: 1 })).status, 200);
  assert.equal((await first.get('operator/destinations')).json.items.length, 0);
  assert.equal(await faultOf(owner.post('settlements', order())), 'destinationId notUsable');
  await portal.db.sql(
    `update payout_destination set usable_from = now() - interval '1 hour',
      confirmed_at = now() - interval '25 hours'`,
  );
  const { destinations } = (await owner.get('settlements/terms')).json;
  assert.deepEqual(
    [destinations[0].usable, destinations[0].scheme, destinations[0].confirmedBy],
    [true, 'iban', 'Binta'],
  );
});

test('a settlement waits for two users of the operator, goes into the bank’s file, and is paid once', async () => {
  assert.equal(
    await faultOf(owner.post('settlements', order({ amount: '100001' }))),
    'amount notCovered',
  );
  assert.equal(
    await faultOf(owner.post('settlements', order({ amount: '1.5' }))),
    'amount tooManyDecimals',
  );
  assert.equal(
    await faultOf(owner.post('settlements', order({ amount: '0' }))),
    'amount notPositive',
  );
  assert.equal(await faultOf(stranger.post('settlements', order())), 'destinationId notUsable');
  const answers = await Promise.all([1, 2].map(() => owner.post('settlements', order())));
  assert.deepEqual(
    answers.map(({ json }) => `${json.id} ${json.repeated}`).sort(),
    ['1 false', '1 true'],
    'the same form sent twice',
  );
  assert.equal((await owner.post('settlements', order({ amount: '30000' }))).code, 'sentBefore');
  assert.deepEqual((await owner.get('balance')).json.balances, [
    { currency: 'XOF', available: '60000', held: '40000' },
  ]);
  const valueDate = new Date().toISOString().slice(0, 10);
  assert.equal(
    (await first.post('operator/settlements/pay', { id: 1, reference: 'r', valueDate })).code,
    'conflict',
  );
  const asked = await first.post('operator/settlements/approve', { id: 1, reason: 'vérifié' });
  assert.equal(asked.status, 200);
  assert.equal(
    (await second.post('operator/settlements/approve', { id: 1, reason: 'aussi' })).code,
    'conflict',
    'it waits already',
  );
  assert.deepEqual((await item()).approvalRequest, {
    id: asked.json.id,
    kind: 'settle',
    askedBy: 'Ousmane',
    own: true,
  });
  assert.equal(
    (await first.post('operator/approval-requests/approve', { id: asked.json.id, note: '' })).code,
    'ownRequest',
  );
  const [{ settlement: payee }] = (await second.get('operator/approval-requests?state=open')).json
    .items;
  assert.deepEqual(
    [payee.askedBy, payee.addedBy, payee.confirmedBy, payee.fee],
    ['Awa', 'Awa', 'Binta', '0'],
  );
  assert.deepEqual(
    [payee.destination.number, payee.destination.holder],
    ['SN08SN0100152000048500003035', '=Teranga SARL'],
  );
  const previewOf = async (id: number) => {
    const { lines, refusal } = (await second.get(`operator/approval-requests/${id}/preview`)).json;
    const [{ asked: when, before: now, after: then }, balance] = lines;
    const same = balance.before.amount === balance.after.amount;
    return [when?.word ?? null, now.word, then.word, same, refusal];
  };
  assert.deepEqual(await previewOf(asked.json.id), [null, 'REQUESTED', 'APPROVED', true, null]);
  assert.equal(
    (await second.post('operator/approval-requests/approve', { id: asked.json.id, note: '' })).json
      .state,
    'done',
  );
  assert.deepEqual(
    [(await item()).state, (await item()).approvedBy],
    ['APPROVED', ['Ousmane', 'Fatou']],
  );
  assert.equal((await owner.post('settlements/withdraw', { id: 1 })).code, 'conflict');

  const files = await Promise.all(
    [first, second].map(async (by) => (await by.post('operator/settlements/files')).json),
  );
  assert.deepEqual(files.map(({ count }) => count).sort(), [0, 1], 'in one file alone');
  const number = files.find(({ count }) => count === 1).file;
  assert.equal((await item()).file, number);
  const fileLines = async (): Promise<string[]> => {
    const headers = { cookie: `jokko=${first.token}` };
    const file = await fetch(`${portal.origin}/portal/api/operator/settlements/files/${number}`, {
      headers,
    });
    return (await file.text()).trim().split('\r\n');
  };
  const lines = await fileLines();
  assert.match(
    lines[1]!,
    /^JOKKO-1,[^,]+,\d+,Teranga,'=Teranga SARL,IBAN,CBAO,SN,SN08SN0100152000048500003035,40000,XOF$/,
  );
  assert.equal(lines.length, 2);

  assert.equal(
    await faultOf(first.post('operator/settlements/pay', { id: 1, reference: ' ', valueDate })),
    'reference empty',
  );
  assert.equal(
    await faultOf(
      first.post('operator/settlements/pay', { id: 1, reference: 'r', valueDate: '2026-02-30' }),
    ),
    'valueDate invalidDate',
  );
  const returned = await first.post('operator/settlements/return', {
    id: 1,
    reason: 'jamais payé',
  });
  const paid = await Promise.all(
    [first, second].map((by) =>
      by.post('operator/settlements/pay', { id: 1, reference: 'VIR 77', valueDate }),
    ),
  );
  assert.deepEqual(paid.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await fileLines()).length, 1, 'what is paid is not ordered again');
  const unpaid = { id: returned.json.id, note: '' };
  assert.deepEqual(await previewOf(unpaid.id), [
    'APPROVED',
    'PAID',
    'RETURNED',
    false,
    'settlement changed',
  ]);
  assert.equal(
    (await second.post('operator/approval-requests/approve', unpaid)).json.failure,
    'settlement changed',
  );
  const advice = (await owner.get('settlements/1')).json;
  assert.deepEqual(
    [advice.state, advice.reference, advice.valueDate, advice.accountName],
    ['PAID', 'VIR 77', valueDate, 'Teranga'],
  );
  assert.deepEqual(
    advice.entries.map(({ verb, available, held, availableAfter }: Record<string, string>) => [
      verb,
      available,
      held,
      availableAfter,
    ]),
    [
      ['hold', '-40000', '40000', '60000'],
      ['settle', '0', '-40000', '60000'],
    ],
  );
  assert.deepEqual((await first.get('operator/settlements/1')).json, advice);
  assert.equal((await first.get('operator/settlements/99')).code, 'notFound');
  assert.equal((await stranger.get('settlements/1')).code, 'notFound');
  assert.deepEqual((await stranger.get('settlements')).json.items, []);
  const [settled] = (await owner.get('statement')).json.items;
  assert.deepEqual(
    [settled.verb, settled.settlementId, settled.availableAfter, settled.note],
    ['settle', 1, '60000', 'settlement/1: VIR 77'],
  );
});

test('what was refused or withdrawn is available again; others touch nothing', async () => {
  for (const key of ['to-be-refused-1234', 'to-be-withdrawn-1'])
    assert.equal((await owner.post('settlements', order({ key, amount: '500' }))).status, 200);
  assert.equal(
    (await first.post('operator/settlements/refuse', { id: 2, reason: 'compte à vérifier' }))
      .status,
    200,
  );
  assert.equal((await stranger.post('settlements/withdraw', { id: 3 })).code, 'notFound');
  assert.equal((await finance.post('settlements/withdraw', { id: 3 })).status, 200);
  assert.equal(
    (await stranger.post('settlements/destinations/remove', { id: 1 })).code,
    'notFound',
  );
  assert.deepEqual((await owner.get('balance')).json.balances, [
    { currency: 'XOF', available: '60000', held: '0' },
  ]);
  const { items } = (await owner.get('settlements')).json;
  assert.deepEqual(
    items.map(({ state, reason }: Record<string, unknown>) => [state, reason]),
    [
      ['WITHDRAWN', null],
      ['REFUSED', 'compte à vérifier'],
      ['PAID', null],
    ],
  );
});

test('a schedule is set, shown and ended; who is limited to countries sees nothing of it', async () => {
  const schedule = {
    currency: 'XOF',
    destinationId: 1,
    every: 'week',
    day: 1,
    minimum: '1000',
    keep: '500',
  };
  assert.equal(
    await faultOf(owner.post('settlements/schedule', { ...schedule, day: 8 })),
    'day notAllowed',
  );
  assert.equal(
    await faultOf(stranger.post('settlements/schedule', schedule)),
    'destinationId notUsable',
  );
  const sundays = await owner.post('settlements/schedule', { ...schedule, day: 7 });
  assert.equal(new Date(sundays.json.nextAt).getUTCDay(), 0);
  assert.equal((await owner.post('settlements/schedule', schedule)).status, 200);
  const [shown] = (await owner.get('settlements/terms')).json.schedules;
  assert.deepEqual(
    [shown.every, shown.day, shown.minimum, shown.keep, new Date(shown.nextAt).getUTCDay()],
    ['week', 1, '1000', '500', 1],
  );
  assert.equal((await owner.post('settlements/schedule/end', { currency: 'XOF' })).status, 200);
  assert.equal(
    (await owner.post('settlements/schedule/end', { currency: 'XOF' })).code,
    'notFound',
  );
  const limited = await user('Dieynaba', {
    side: 'developer',
    role: 'finance',
    accountId,
    countries: ['SN'],
  });
  for (const path of ['settlements', 'settlements/terms', 'settlements/1'])
    assert.equal((await limited.get(path)).code, 'notAllowed');
  assert.equal((await limited.post('settlements', order())).code, 'notAllowed');
});

test('a float is topped up by two users, and the books are in order', async () => {
  const { routes } = (await first.get('operator/floats')).json;
  const move = {
    key: randomUUID(),
    route: routes[0],
    currency: 'XOF',
    amount: '250000',
    reference: 'VIR 9',
    valueDate: day(0),
    reason: 'réserve',
  };
  assert.equal(
    await faultOf(first.post('operator/floats', { ...move, route: 'nowhere' })),
    'route notAllowed',
  );
  assert.equal(
    await faultOf(first.post('operator/floats', { ...move, amount: '0' })),
    'amount notPositive',
  );
  assert.equal(
    await faultOf(first.post('operator/floats', { ...move, valueDate: '2026-13-01' })),
    'valueDate invalidDate',
  );
  for (const valueDate of ['9999-12-31', '1900-01-01', '0000-01-01', day(-400), day(9)])
    assert.equal(
      await faultOf(first.post('operator/floats', { ...move, valueDate })),
      'valueDate invalidDate',
    );
  assert.equal(
    await faultOf(first.post('operator/floats', { ...move, currency: 'EUR' })),
    'currency notAllowed',
  );
  assert.equal(
    await faultOf(first.post('operator/floats', { ...move, route: 'OPC_SN', currency: 'EUR' })),
    'currency notAllowed',
    'of the one service that the route has',
  );
  const { id } = (await first.post('operator/floats', move)).json;
  assert.deepEqual((await first.post('operator/floats', move)).json, { id, repeated: true });
  const [approvalRequest] = (await second.get('operator/approval-requests?state=open')).json.items;
  assert.deepEqual(
    [approvalRequest.kind, approvalRequest.amount, approvalRequest.what, approvalRequest.reason],
    ['float', '250000', `${move.route} · VIR 9 · ${move.valueDate}`, 'réserve'],
  );
  const xof = (amount: string) => ({ amount, currency: 'XOF' });
  const { lines } = (await second.get(`operator/approval-requests/${id}/preview`)).json;
  const line = { subject: 'float', name: move.route, asked: null };
  assert.deepEqual(lines, [{ ...line, before: xof('0'), after: xof('250000') }]);
  assert.equal(
    (await second.post('operator/approval-requests/approve', { id, note: '' })).json.state,
    'done',
  );
  const again = (
    await first.post('operator/floats', { ...move, key: randomUUID(), valueDate: day(-300) })
  ).json;
  const waiting = (await second.get('operator/approval-requests?state=open')).json.items.find(
    (each: { id: number }) => each.id === again.id,
  );
  assert.notEqual(
    waiting.bookedBefore,
    null,
    'the second person is told that the reference was booked before',
  );
  assert.equal(
    (await second.get('operator/approval-requests?state=done')).json.items[0].bookedBefore,
    null,
    'but not of the move itself',
  );
  const { floats, moves } = (await first.get('operator/floats')).json;
  const float = { route: move.route, currency: 'XOF', amount: '250000' };
  assert.deepEqual(floats, [{ ...float, forecast: null, course: [] }]);
  assert.deepEqual(
    [moves[0].amount, moves[0].reference, moves[0].approvalRequestId],
    ['250000', 'VIR 9', id],
  );
  assert.deepEqual((await first.get('operator/overview')).json.floats, [float]);
  const broken = (await runDoctor(portal.db.database)).checks.filter(
    ({ violations }) => violations > 0,
  );
  assert.deepEqual(broken, []);
});

test('what providers report is compared with what we booked, the largest difference first', async () => {
  await portal.db
    .sql(`insert into provider_balance (route, routes, currency, available, booked) values
    ('A', '{A}', 'XOF', 10000000, 10000000), ('B', '{B}', 'XOF', 10000000, 10050000),
      ('C', '{C}', 'XOF', 30000, 10000)`);
  const { reported } = (await first.get('operator/floats')).json;
  assert.deepEqual(
    reported.map(({ routes, difference }: { routes: string[]; difference: string }) => [
      routes[0],
      difference,
    ]),
    [
      ['B', '-5'],
      ['C', '2'],
      ['A', '0'],
    ],
  );
});
