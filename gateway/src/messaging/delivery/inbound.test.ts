// Proves that inbound messages are stored before they are acknowledged, joined, and reported to
// the right application once, and that STOP takes effect. On a real database, with the callbacks'
// own sweep.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldOctets, heldUcs2 } from '@jokko/connectors/kit';
import type { SmsInbound } from '@jokko/connectors/kit';
import { registerNodes } from '../../node/doctor/testing/nodes.ts';
import { leaseCallbacks, walkDestinations } from '../../payments/callbacks/lease.ts';
import { recordAttempts } from '../../payments/callbacks/record.ts';
import { db, start, useFixture } from './testing/fixture-hooks.ts';
import { testDocument } from '../routing/testing.ts';
import { accept, advanceClock, scriptedRouting, type Fixture } from './testing/fixture.ts';

useFixture();

const routing = () =>
  scriptedRouting({
    inbound: [
      { number: '38000', app: 'js_test_1' },
      { number: '38001', keyword: 'PROMO', app: 'js_test_1' },
      { number: '38002', keyword: 'VOTE', app: 'js_test_1' },
      { number: '38002', keyword: 'QUIZ', app: 'js_test_2' },
    ],
  });
async function startListener(node = 7): Promise<Fixture> {
  const fixture = await start({ node, routing: routing() });
  // A bind is held by one node; the other hears through a session of its own test.
  await fixture.delivery.rounds.binds();
  return fixture;
}
const written = (text: string, more: Partial<SmsInbound> = {}): SmsInbound => ({
  from: '221771234567',
  to: '38000',
  text,
  dedupeKey: null,
  ...more,
});
const receive = (fixture: Fixture, message: SmsInbound) =>
  fixture.operator.sessions[0]!.events.inbound(message);
interface Row {
  content: string;
  complete: boolean;
  app_id: number | null;
  consent: string | null;
}
const stored = () =>
  db.database.query<Row>({
    name: 'in',
    text: 'select content, complete, app_id, consent from sms_inbound order by received_at, content',
  });
const texts = async () => (await stored()).map(({ content }) => content);
const optOuts = async () =>
  (
    await db.database.query<{ n: string }>({
      name: 'o',
      text: 'select msisdn::text as n from sms_opt_out',
    })
  ).map(({ n }) => n);
const bodies = async () =>
  (
    await db.database.query<{ body: string }>({
      name: 'cb',
      text: 'select body from callback join callback_body using (operation_id, account_id, second) order by created_at',
    })
  ).map(({ body }) => JSON.parse(body));

test('an inbound message becomes a callback of its app, delivered as those of payments are', async () => {
  const fixture = await startListener();
  await receive(fixture, written('Bonjour, ça va ?'));
  const [body] = await bodies();
  const { id, receivedAt, ...rest } = body;
  assert.deepEqual(rest, {
    event: 'sms.inbound',
    from: '+221771234567',
    to: '38000',
    text: 'Bonjour, ça va ?',
    optOut: false,
  });
  assert.match(id, /^\d{13,}$/);
  assert.ok(Math.abs(Date.parse(receivedAt) - Date.now()) < 60_000);
  assert.deepEqual(
    fixture.callbacks.map(({ terms, url }) => [terms, url]),
    [[{ accountId: 1, id }, 'https://app.example/in']],
  );
  // The callbacks' own machinery finds it, and records what came of it.
  const destinations = await walkDestinations(db.database, null, 10);
  assert.deepEqual(destinations, [
    { accountId: 1, destination: 'https://app.example:443', isDue: true },
  ]);
  const due = await leaseCallbacks(db.database, {
    node: 7,
    inFlight: [],
    destinations: [{ ...destinations[0]!, room: 5 }],
    max: 5,
  });
  assert.deepEqual(
    due.map(({ operationId }) => operationId),
    [id],
  );
  const exchange = {
    bodyHash: Buffer.alloc(8),
    httpStatus: 200,
    errorClass: null,
    durationMs: 3,
    dnsMs: 1,
    connectMs: 1,
    tlsMs: 1,
    firstByteMs: 1,
    tlsVersion: 13,
  };
  const nothing = {
    pinMatched: null,
    pinSeen: null,
    address: null,
    timeoutPhase: null,
    answer: null,
    answerHeaders: null,
    answerCut: false,
  };
  await recordAttempts(
    db.database,
    [
      {
        callback: due[0]!,
        exchange: { ...exchange, ...nothing },
        retryInMs: 1,
        slowsDestination: false,
      },
    ],
    '72 hours',
  );
  assert.deepEqual(await db.database.query({ name: 's', text: 'select state from callback' }), [
    { state: 'delivered' },
  ]);
});

test('what is nobody’s is kept, and told to the operator of the gateway', async () => {
  const fixture = await startListener();
  await receive(fixture, written('hello', { to: '99999' }));
  await receive(fixture, written('hello', { to: '38001' }));
  await receive(fixture, written('promo oui', { to: '38001' }));
  assert.deepEqual(
    (await stored()).map(({ content, app_id }) => [content, app_id]),
    [
      ['hello', null],
      ['hello', null],
      ['promo oui', 1],
    ],
  );
  const reported = await bodies();
  assert.equal(reported.length, 1);
  assert.equal(reported[0].keyword, 'promo');
  assert.deepEqual(
    fixture.warnings,
    ['an inbound message is for no app {"connection":"A"}'],
    'once for many',
  );
});

test('STOP puts the writer on the list of opt-outs, START takes him off; the app is told both', async () => {
  const fixture = await startListener();
  await receive(fixture, written('stop by tomorrow'));
  assert.deepEqual(await optOuts(), []);
  await receive(fixture, written('Stop.'));
  await receive(fixture, written('ARRÊT'));
  assert.deepEqual(await optOuts(), ['221771234567']);
  await receive(fixture, written('Start'));
  assert.deepEqual(await optOuts(), []);
  await receive(fixture, written('STOP', { from: 'Orange' }));
  assert.deepEqual(
    (await bodies()).map(({ text, optOut }) => [text, optOut]),
    [
      ['stop by tomorrow', false],
      ['Stop.', true],
      ['ARRÊT', true],
      ['Start', false],
      ['STOP', true],
    ],
  );
});

test('STOP of a national number ends what one country alone can mean; of several, the app and the operator are told', async () => {
  const [senegal] = testDocument().countries;
  const mali = { ...senegal!, code: 'ML', callingCode: '223' };
  const ivoryCoast = {
    ...senegal!,
    code: 'CI',
    callingCode: '225',
    mobile: [{ lengths: [10], prefixes: ['07'] }],
    operators: [],
    landline: [],
  };
  const countries = [senegal!, mali, ivoryCoast];
  const routes = countries.map(({ code }) => ({ country: code, links: [{ name: 'A' }] }));
  const inbound = [{ number: '38000', app: 'js_test_1' }];
  const fixture = await start({
    node: 7,
    routing: scriptedRouting({ countries, routes, inbound }),
  });
  await fixture.delivery.rounds.binds();
  await receive(fixture, written('STOP', { from: '0712345678' }));
  for (const text of ['STOP', 'START', 'STOP', 'Bonjour'])
    await receive(fixture, written(text, { from: '775000022' }));
  assert.deepEqual(await optOuts(), ['2250712345678']);
  assert.deepEqual(
    (await bodies()).map(({ from, optOut }) => [from, optOut]),
    [
      ['+2250712345678', true],
      ['775000022', true],
      ['775000022', false],
      ['775000022', true],
      ['775000022', false],
    ],
  );
  assert.deepEqual(fixture.warnings, [
    'a stop had no effect: its number lacks the country, set that of the connection {"connection":"A"}',
  ]);
});

test('on a number that apps share, STOP with a keyword ends one of them and STOP alone all, each told once', async () => {
  await db.sql(
    `insert into sms_app (account_id, name, key_hash, last_four, inbound_url) values (2, 'quiz', '\\x02', '0002', 'https://quiz.example/in')`,
  );
  const lists = () =>
    db.database.query({
      name: 'l',
      text: 'select app_id, msisdn::text as msisdn from sms_opt_out order by app_id, msisdn',
    });
  const fixture = await startListener();
  const listenOnShared = (text: string) =>
    receive(fixture, written(text, { to: '38002', dedupeKey: text }));
  await listenOnShared('stop quiz');
  assert.deepEqual(await lists(), [{ app_id: 2, msisdn: '221771234567' }]);
  await listenOnShared('STOP');
  await listenOnShared('STOP');
  assert.deepEqual(
    await lists(),
    [1, 2].map((app_id) => ({ app_id, msisdn: '221771234567' })),
  );
  await listenOnShared('Vote start');
  assert.deepEqual(await lists(), [{ app_id: 2, msisdn: '221771234567' }]);
  const reported = fixture.callbacks.map(({ url, body }) => [
    new URL(url).hostname.split('.')[0],
    JSON.parse(body).keyword,
    JSON.parse(body).optOut,
  ]);
  assert.deepEqual(reported, [
    ['quiz', 'quiz', true],
    ['app', undefined, true],
    ['quiz', undefined, true],
    ['app', 'Vote', false],
  ]);
});

test('a text of a megabyte is kept as long as a text can be', async () => {
  const fixture = await startListener();
  await receive(fixture, written(`STOP${'?'.repeat(1_000_000)}`));
  const parts = Array.from({ length: 255 }, (_, index) =>
    receive(
      fixture,
      written(' '.repeat(10_000), {
        concatenation: { reference: 9, total: 255, number: index + 1 },
      }),
    ),
  );
  await Promise.all(parts);
  assert.deepEqual(
    (await texts()).map((text) => text.length),
    [39_015, 39_015],
  );
  assert.deepEqual(await optOuts(), []);
});

test('a repetition under one key is told once, also at the same time on two nodes', async () => {
  const [one, other] = [await startListener(7), await startListener(8)];
  const message = written('once', { dedupeKey: 'k' });
  const elsewhere = (await import('./inbound.ts')).startInbound({
    database: db.database,
    node: 8,
    routing: () => other.routing,
    now: () => Date.now(),
    nextId: () => Promise.resolve('8000000000099'),
    leaseOwner: () => null,
    onCallbacks: () => {},
    onUnclaimed: () => {},
    onUnclear: () => {},
  });
  await Promise.all([receive(one, message), elsewhere.take('A', message), receive(one, message)]);
  await receive(one, message);
  await receive(one, written('once'));
  await elsewhere.close();
  assert.deepEqual(await texts(), ['once', 'once']);
});

const part = (number: number, text: string, more: Partial<SmsInbound> = {}): SmsInbound =>
  written(text, { concatenation: { reference: 7, total: 3, number }, ...more });

test('the parts of a long message are one message, in whatever order and however often they come', async () => {
  const fixture = await startListener();
  await receive(fixture, part(3, 'c'));
  await receive(fixture, part(1, 'a'));
  await receive(fixture, part(1, 'a'));
  await receive(fixture, part(2, 'of another', { from: '221770000009' }));
  assert.deepEqual(await texts(), []);
  await receive(fixture, part(2, 'b'));
  await receive(fixture, part(2, 'b'));
  await receive(fixture, part(3, 'c'));
  assert.deepEqual(await texts(), ['abc']);
  // The phone has counted round: the same reference, another message.
  await Promise.all([
    receive(fixture, part(1, 'd')),
    receive(fixture, part(2, 'e')),
    receive(fixture, part(3, 'f')),
  ]);
  assert.deepEqual((await texts()).toSorted(), ['abc', 'def']);
});

test('a letter that a long message cuts is whole when its parts are joined', async () => {
  const fixture = await startListener();
  await receive(fixture, part(2, `\ude00b${heldOctets(Buffer.from([0xc3]))}`));
  await receive(fixture, part(1, 'a\ud83d'));
  await receive(fixture, part(3, `${heldOctets(Buffer.from([0xa9]))}c`));
  assert.deepEqual(await texts(), ['a😀béc']);
});

test('a zero that a long message cuts is left out, as in a whole one', async () => {
  const fixture = await startListener();
  await receive(fixture, part(1, heldUcs2(Buffer.from([0, 0x41, 0]))));
  await receive(fixture, part(2, heldUcs2(Buffer.from([0, 0, 0x42]))));
  await receive(fixture, part(3, 'C'));
  assert.deepEqual(await texts(), ['ABC']);
});

test('parts that come over two nodes at once find each other', async () => {
  const one = await startListener(7);
  await registerNodes(db, 8);
  const { startInbound } = await import('./inbound.ts');
  let ids = 8_000_000_000_000;
  const elsewhere = startInbound({
    database: db.database,
    node: 8,
    routing: () => one.routing,
    now: () => Date.now(),
    nextId: () => Promise.resolve(String(++ids)),
    leaseOwner: () => null,
    onCallbacks: () => {},
    onUnclaimed: () => {},
    onUnclear: () => {},
  });
  for (let reference = 0; reference < 20; reference++) {
    const of = (number: number) =>
      written(`${reference}.${number} `, { concatenation: { reference, total: 2, number } });
    await Promise.all([receive(one, of(1)), elsewhere.take('A', of(2))]);
  }
  await elsewhere.close();
  assert.deepEqual(
    (await texts()).toSorted(),
    Array.from({ length: 20 }, (_, reference) => `${reference}.1 ${reference}.2 `).toSorted(),
  );
});

test('what is still incomplete after a day is told as it is', async () => {
  const fixture = await startListener();
  await receive(fixture, part(1, `a${heldOctets(Buffer.from([0xc3]))}`));
  await receive(fixture, part(3, `${heldOctets(Buffer.from([0xa9]))}c`));
  for (const [number, text] of ['x', 'y', 'z'].entries())
    await receive(fixture, part(number + 1, text, { from: '221770000009' }));
  assert.equal(await fixture.delivery.rounds.oldInbound(), false);
  await advanceClock(db, 25);
  assert.equal(await fixture.delivery.rounds.oldInbound(), true);
  assert.equal(await fixture.delivery.rounds.oldInbound(), false);
  assert.deepEqual(
    (await stored()).map(({ content, complete }) => [content, complete]),
    [
      ['xyz', true],
      // These are two letters: what was between is missing.
      ['aÃ©c', false],
    ],
  );
  assert.deepEqual(
    await db.database.query({ name: 'p', text: 'select 1 from sms_inbound_part' }),
    [],
  );
});

test('an opt-out of a named sender is of the applications that wrote under that name', async () => {
  await accept(db, { recipients: 2 });
  const fixture = await startListener();
  const optOut = { from: '221770000001', to: 'JOKKO' };
  await receive(fixture, written('STOP', { ...optOut, from: '221770000009' }));
  await receive(fixture, written('STOP', { ...optOut, to: 'OTHER' }));
  await receive(fixture, written('Bonjour', optOut));
  assert.deepEqual([await optOuts(), await bodies()], [[], []]);
  // What another carrier says of a name is about what it carried.
  await db.sql(`update sms_message set connection = 'B' where position = 1`);
  await receive(fixture, written('STOP', optOut));
  assert.deepEqual(await optOuts(), []);
  await db.sql(`update sms_message set connection = 'A' where position = 1`);
  await receive(fixture, written('STOP', optOut));
  assert.deepEqual(await optOuts(), ['221770000001']);
  const [body] = await bodies();
  assert.deepEqual([body.from, body.to, body.optOut], ['+221770000001', 'JOKKO', true]);
  await receive(fixture, written('START', optOut));
  assert.deepEqual(await optOuts(), ['221770000001'], 'nobody writes to a name');
});
