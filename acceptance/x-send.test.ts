// X4, X5: proves that an accepted request is stored and charged once, and that its sender can
// query its status.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  addSmsCaller,
  createSmsCaller,
  sendRequest,
  sharedInstallation,
  uniqueId,
  until,
} from './harness/index.ts';
import type { Answer, SmsCaller } from './harness/index.ts';

let installation: Awaited<ReturnType<typeof sharedInstallation>>;
let client: SmsCaller;

before(async () => {
  installation = await sharedInstallation();
  client = await createSmsCaller(installation);
});
after(() => installation.stop());

const idOf = (answer: Answer): string => {
  assert.equal(answer.status, 200, answer.text);
  return String(answer.headers['x-batch-id']);
};
const batchOf = async (of: SmsCaller, id: string) =>
  (await of.get(`/api/sms/batches/${id}`)).json.data;
const numbers = (count: number, prefix = '+22177'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(7, '0')}`);
const balanceOf = async (of: SmsCaller, currency = 'XOF'): Promise<number> =>
  (
    await sendRequest(`${installation.baseUrl}/api-services/balance?currency=${currency}`, {
      headers: { Secretkey: of.apiKey },
    })
  ).json.data.balance as number;
function refusedData(answer: Answer): Record<string, string> {
  assert.equal(answer.status, 400, answer.text);
  return answer.json.data as Record<string, string>;
}

describe('X4 stored before the answer', { concurrency: true }, () => {
  it('X4 all recipients are there as soon as the answer is', async () => {
    const answer = await client.send({ msisdn: numbers(250) });
    const batch = await batchOf(client, idOf(answer));
    assert.equal(batch.recipients, 250);
    assert.equal(
      Object.values(batch.states as Record<string, number>).reduce((sum, count) => sum + count, 0),
      250,
    );
  });

  it('X4 the same request under the same Idempotency-Key is answered as the first time, and charged once', async () => {
    const own = await createSmsCaller(installation, { fund: 1_000 });
    const headers = { 'idempotency-key': uniqueId() };
    const body = { msisdn: numbers(3) };
    const all = await Promise.all(Array.from({ length: 8 }, () => own.send(body, headers)));
    const later = await own.send(body, headers);
    assert.equal(new Set([...all, later].map(idOf)).size, 1);
    assert.deepEqual(new Set([...all, later].map(({ text }) => text)).size, 1);
    assert.equal(await balanceOf(own), 970);
    const other = await own.send({ ...body, content: 'Hello again' }, headers);
    assert.deepEqual(Object.keys(refusedData(other)), ['Idempotency-Key']);
    assert.notEqual(
      idOf(await own.send(body)),
      idOf(later),
      'without the key it is another request',
    );
    const second = await addSmsCaller(installation, own);
    assert.notEqual(idOf(await second.send(body, headers)), idOf(later), 'keys are an app’s own');
    for (const key of ['with space', 'x'.repeat(256), 'é']) {
      const answer = await sendRequest(`${installation.baseUrl}/api/send-sms`, {
        method: 'POST',
        headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
        body: JSON.stringify({ app_key: own.appKey, sender: 'A', content: 'B', ...body }),
      });
      assert.deepEqual(Object.keys(refusedData(answer)), ['Idempotency-Key']);
    }
  });

  it('X4 a repeat is answered even when the balance or the rules would refuse it by now', async () => {
    const own = await createSmsCaller(installation, { fund: 20 });
    const headers = { 'idempotency-key': uniqueId() };
    const body = { msisdn: numbers(2), content: 'x'.repeat(100) };
    const first = idOf(await own.send(body, headers));
    assert.deepEqual(Object.keys(refusedData(await own.send({ msisdn: numbers(1) }))), ['balance']);
    assert.equal(idOf(await own.send(body, headers)), first);
    const long = await createSmsCaller(installation);
    const longBody = { msisdn: numbers(1), content: 'x'.repeat(400) };
    const second = idOf(await long.send(longBody, headers));
    await installation.cli(['sms-app', 'set', long.appId, '--parts-max', '1']);
    assert.deepEqual(Object.keys(refusedData(await long.send(longBody))), ['content']);
    assert.equal(idOf(await long.send(longBody, headers)), second);
  });
});

describe('X5 price, look-ups, lists', { concurrency: true }, () => {
  it('X5 parts × 10 for each recipient, taken when it is accepted', async () => {
    const own = await createSmsCaller(installation, { fund: 1_000 });
    const long = `${'a'.repeat(160)}b`;
    const batch = await batchOf(
      own,
      idOf(await own.send({ content: long, msisdn: [...numbers(2), '+2250700000001'] })),
    );
    assert.deepEqual(
      [batch.encoding, batch.parts, batch.currency, batch.charged],
      ['gsm7', 2, 'XOF', 60],
    );
    assert.ok((await balanceOf(own)) >= 940);
  });

  it('X5 a short balance refuses the whole request, and the last unit can be spent', async () => {
    const own = await createSmsCaller(installation, { fund: 35 });
    const short = await own.send({ msisdn: numbers(4) });
    assert.deepEqual(refusedData(short), {
      balance: 'The balance is too low: 40 XOF are needed, 35 XOF are available.',
    });
    assert.equal(await balanceOf(own), 35);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => own.send({ msisdn: [`+22178000000${index}`] })),
    );
    assert.equal(
      answers.filter(({ status }) => status === 200).length,
      3,
      'many at once never spend more than there is',
    );
    assert.equal(await balanceOf(own), 5);
  });

  it('X5 one request to countries of two currencies: each price from the balance of its currency, all or none', async () => {
    const own = await createSmsCaller(installation, {
      fund: 100,
      alsoFund: { currency: 'XAF', amount: 25 },
    });
    const balances = async () => [await balanceOf(own), await balanceOf(own, 'XAF')];
    const both = ['+221770000001', '+221770000002', '+237670000001'];
    const { json } = await own.post('/api/sms/preview', { content: 'Hello', msisdn: both });
    assert.deepEqual(
      [json.data.currency, json.data.total, json.data.totals],
      [
        null,
        null,
        [
          { currency: 'XOF', total: 20 },
          { currency: 'XAF', total: 10 },
        ],
      ],
    );
    const batch = await batchOf(own, idOf(await own.send({ msisdn: both })));
    assert.deepEqual([batch.currency, batch.charged, batch.refunded], [null, null, null]);
    assert.deepEqual(batch.amounts, [
      { currency: 'XOF', charged: 20, refunded: 0 },
      { currency: 'XAF', charged: 10, refunded: 0 },
    ]);
    assert.deepEqual(await balances(), [80, 15]);
    const short = await own.send({ msisdn: [...both, '+237670000002'] });
    assert.deepEqual(refusedData(short), {
      balance: 'The balance is too low: 20 XAF are needed, 15 XAF are available.',
    });
    assert.deepEqual(await balances(), [80, 15], 'nothing was taken from the other balance');
    // The carrier refuses numbers with these last digits for good: the price goes back to its own
    // balance.
    const refused = idOf(await own.send({ msisdn: ['+221770000001', '+237670007011'] }));
    const after = await until('the price of one is given back', async () => {
      const { amounts } = await batchOf(own, refused);
      return amounts[1].refunded === 10 && amounts;
    });
    assert.deepEqual(after, [
      { currency: 'XOF', charged: 10, refunded: 0 },
      { currency: 'XAF', charged: 10, refunded: 10 },
    ]);
    assert.deepEqual(await balances(), [70, 15]);
    const only = await batchOf(own, idOf(await own.send({ msisdn: ['+237670000001'] })));
    assert.deepEqual([only.currency, only.charged], ['XAF', 10]);
  });

  it('X5 another app’s batch is not found, nor one that never was', async () => {
    const id = idOf(await client.send({ msisdn: numbers(1) }));
    const sibling = await addSmsCaller(installation, client);
    for (const [of, wanted] of [
      [sibling, id],
      [client, '1234567890123'],
      [client, 'x'],
      [client, '0'],
    ] as const) {
      assert.deepEqual(refusedData(await of.get(`/api/sms/batches/${wanted}`)), {
        id: 'There is no such batch.',
      });
      assert.deepEqual(refusedData(await of.get(`/api/sms/batches/${wanted}/messages`)), {
        id: 'There is no such batch.',
      });
    }
    assert.deepEqual(
      Object.keys(refusedData(await client.get(`/api/sms/batches/${id}`, { 'app-key': '' }))),
      ['app_key'],
    );
  });

  it('X5 pages of recipients, by state, and all of them as CSV', async () => {
    const id = idOf(await client.send({ msisdn: numbers(25) }));
    const path = `/api/sms/batches/${id}/messages`;
    const found: string[] = [];
    let after = '';
    do {
      const { json } = await client.get(`${path}?limit=10${after}`);
      found.push(...json.data.messages.map(({ msisdn }: { msisdn: string }) => msisdn));
      after = json.data.next === null ? '' : `&after=${String(json.data.next)}`;
    } while (after !== '');
    assert.deepEqual(found, numbers(25));
    const counted = await Promise.all(
      [
        'ACCEPTED',
        'QUEUED',
        'SENT',
        'DELIVERED',
        'UNDELIVERABLE',
        'EXPIRED',
        'REJECTED',
        'UNKNOWN',
      ].map(async (state) => {
        const { json } = await client.get(`${path}?state=${state}&limit=1000`);
        assert.ok(
          json.data.messages.every((message: { state: string }) => message.state === state),
        );
        return json.data.messages.length as number;
      }),
    );
    assert.ok(counted.reduce((sum, count) => sum + count, 0) > 0);
    const csv = await client.get(`${path}?format=csv`);
    const [header = '', ...lines] = csv.text.split('\r\n');
    assert.match(header, /^position,msisdn,country,operator,state,/);
    assert.deepEqual(
      lines.filter((line) => line !== '').map((line) => line.split(',')[1]),
      numbers(25),
    );
    for (const query of [
      'limit=0',
      'limit=1001',
      'limit=x',
      'after=x',
      'state=DONE',
      'format=xml',
      'limit=1&limit=2',
    ]) {
      assert.deepEqual(
        Object.keys(refusedData(await client.get(`${path}?${query}`))),
        [query.split('=')[0]],
        query,
      );
    }
  });

  it('X5 a preview tells alphabet, parts, replacements and price, and stores nothing', async () => {
    const own = await createSmsCaller(installation, { fund: 10 });
    const body = {
      content: 'Votre reçu n° 12 est prêt',
      msisdn: ['+221770000001', '+221 77 000 00 01', '+221760000001'],
    };
    const { json } = await own.post('/api/sms/preview', body);
    const { encoding, content, parts, recipients, currency, total, prices } = json.data;
    assert.deepEqual(
      [encoding, content, parts, recipients, currency, total],
      ['gsm7', 'Votre recu no 12 est pret', 1, 2, 'XOF', 20],
    );
    assert.deepEqual(
      prices.map(({ country, operator, recipients: count }: Record<string, unknown>) => [
        country,
        operator,
        count,
      ]),
      [
        ['SN', 'OPA', 1],
        ['SN', 'OPD', 1],
      ],
    );
    const all = (await own.post('/api/sms/preview', { content: 'x' })).json.data;
    assert.deepEqual([all.recipients, all.currency, all.total], [0, null, null]);
    assert.ok(new Set(all.prices.map(({ country }: { country: string }) => country)).size >= 6);
    assert.deepEqual(
      Object.keys(refusedData(await own.post('/api/sms/preview', { ...body, msisdn: ['77'] }))),
      ['77'],
    );
    assert.equal(await balanceOf(own), 10);
  });

  it('X5 opt-outs are an app’s own list: added, listed, refused, removed', async () => {
    const own = await createSmsCaller(installation);
    const added = await own.post('/api/sms/opt-outs', {
      msisdn: ['+221 77 000 00 01', '+221770000001', '+221770000003'],
    });
    assert.deepEqual([added.json.code, added.json.data.added], [201, 2]);
    assert.equal(
      (await own.post('/api/sms/opt-outs', { msisdn: ['+221770000001'] })).json.data.added,
      0,
    );
    const first = (await own.get('/api/sms/opt-outs?limit=1')).json.data;
    assert.deepEqual([first.optOuts[0].msisdn, first.optOuts[0].source], ['+221770000001', 'api']);
    const second = (await own.get(`/api/sms/opt-outs?limit=1&after=${String(first.next)}`)).json
      .data;
    assert.deepEqual([second.optOuts[0].msisdn, second.next], ['+221770000003', null]);
    const refusal = await own.send({ msisdn: ['+221770000002', '+221 770000001'] });
    assert.deepEqual(refusedData(refusal), {
      '+221 770000001': 'The owner of this number does not want to receive your messages.',
    });
    assert.equal(
      (await client.send({ msisdn: ['+221770000001'] })).status,
      200,
      'other apps are not bound by it',
    );
    assert.equal(
      (await own.post('/api/sms/opt-outs/remove', { msisdn: ['+221770000001', '+221770000009'] }))
        .json.data.removed,
      1,
    );
    assert.equal((await own.send({ msisdn: ['+221770000001'] })).status, 200);
  });

  it('X5 a number that cannot exist is refused by the list of opt-outs, and taken out of it', async () => {
    const own = await createSmsCaller(installation);
    const wrong = { '+22177000050': /9/, '+2217700005061': /9/, '+2299700001': /8|10/ };
    const refused = await own.post('/api/sms/opt-outs', {
      msisdn: ['+221770000506', ...Object.keys(wrong)],
    });
    const reasons = refusedData(refused);
    assert.deepEqual(Object.keys(reasons), Object.keys(wrong));
    for (const [number, length] of Object.entries(wrong)) assert.match(reasons[number]!, length);
    assert.deepEqual((await own.get('/api/sms/opt-outs?limit=10')).json.data.optOuts, []);
    // No message goes there, and none ever shall.
    const elsewhere = await own.post('/api/sms/opt-outs', { msisdn: ['+33612345678'] });
    assert.equal(elsewhere.json.data.added, 1);
    const file = join(installation.dataDir, 'impossible.csv');
    writeFileSync(file, '+221770000506\n+2217700005061\n');
    const command = (...words: string[]) =>
      installation.runCli(['sms-app', 'opt-out', words[0]!, own.appId, words[1]!]);
    const imported = await command('import', file);
    assert.deepEqual([imported.code, imported.stderr.includes(':2 +2217700005061')], [2, true]);
    assert.equal((await command('add', '+2217700005061')).code, 2);
    const removed = await own.post('/api/sms/opt-outs/remove', { msisdn: ['+2217700005061'] });
    assert.equal(removed.json.data.removed, 0);
  });

  it('X5 O1 a file of opt-outs is read as requests are, or refused with its lines', async () => {
    const own = await createSmsCaller(installation);
    const importFile = (lines: string[]) => {
      const file = join(installation.dataDir, `opt-outs-${own.appId}.csv`);
      writeFileSync(file, lines.join('\r\n'));
      return installation.runCli(['sms-app', 'opt-out', 'import', own.appId, file]);
    };
    const good = ['number', '\u202a+221\u00a077\u2011000 05 07\u202c', '+22997000001'];
    const refused = await importFile([...good, '770000506', '97000001']);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /csv:4 770000506 [^]*csv:5 97000001 /);
    const list = async () =>
      (await own.get('/api/sms/opt-outs?limit=10')).json.data.optOuts as { msisdn: string }[];
    assert.deepEqual(await list(), []);
    assert.equal((await importFile(good)).code, 0);
    assert.deepEqual(
      (await list()).map(({ msisdn }) => msisdn),
      ['+221770000507', '+2290197000001'],
    );
    const sent = await own.send({ msisdn: ['+221 (77) 000\u200905\ufe0d07'] });
    assert.equal(sent.status, 400);
  });
});

describe('X5 settings of an app', { concurrency: true }, () => {
  it('X5 transliteration, most parts, duplicate window', async () => {
    const own = await createSmsCaller(installation, {
      app: ['--transliterate', 'off', '--parts-max', '2', '--duplicate-window', '3600'],
    });
    const batch = await batchOf(
      own,
      idOf(await own.send({ content: 'forêt', msisdn: numbers(2) })),
    );
    assert.deepEqual([batch.encoding, batch.content], ['ucs2', 'forêt']);
    assert.deepEqual(
      refusedData(await own.send({ content: 'x'.repeat(400), msisdn: numbers(1) })),
      {
        content: 'The content is too long: it makes 3 parts, at most 2 are allowed.',
      },
    );
    const again = await own.send({ content: 'forêt', msisdn: ['+221 770000001', '+221770000005'] });
    assert.deepEqual(refusedData(again), {
      '+221 770000001':
        'The same message from the same sender was sent to this number a short time ago.',
    });
    assert.equal(
      (await own.send({ content: 'forêt', msisdn: ['+221770000005'] })).status,
      200,
      'nothing of the refused request counts',
    );
    assert.equal(
      (await own.send({ content: 'forêt', sender: 'OTHER', msisdn: ['+221770000001'] })).status,
      200,
    );
    const burst = await Promise.all(
      Array.from({ length: 6 }, () => own.send({ content: 'once', msisdn: ['+221770000007'] })),
    );
    assert.equal(burst.filter(({ status }) => status === 200).length, 1);
  });

  it('X2 X5 a new key with the old one for a while, an ended app, a list without keys', async () => {
    const own = await createSmsCaller(installation);
    const rotated = await installation.cli<{ appKey: string }>([
      'sms-app',
      'rotate',
      own.appId,
      '--overlap',
      '1h',
    ]);
    const send = (app_key: string) => own.send({ app_key, msisdn: numbers(1) });
    assert.deepEqual(
      [(await send(rotated.appKey)).status, (await send(own.appKey)).status],
      [200, 200],
    );
    const last = await installation.cli<{ appKey: string }>([
      'sms-app',
      'rotate',
      own.appId,
      '--overlap',
      '0',
    ]);
    await until(
      'both old keys are refused',
      async () => (await send(rotated.appKey)).status === 400,
    );
    assert.deepEqual(
      [(await send(own.appKey)).status, (await send(last.appKey)).status],
      [400, 200],
    );
    const listed = await installation.runCli(['sms-app', 'list', String(own.accountId), '--json']);
    const { apps } = JSON.parse(listed.stdout) as {
      apps: { appId: string; state: string; lastFour: string }[];
    };
    assert.deepEqual(
      [apps[0]?.appId, apps[0]?.state, apps[0]?.lastFour],
      [own.appId, 'active', last.appKey.slice(-4)],
    );
    assert.ok(!listed.stdout.includes(last.appKey));
    await installation.cli(['sms-app', 'revoke', own.appId]);
    await until('the app is refused', async () => (await send(last.appKey)).status === 400);
    assert.equal((await installation.runCli(['sms-app', 'rotate', own.appId])).code, 1);
  });

  it('X5 what a command cannot take is told with exit code 2', async () => {
    for (const words of [
      ['set', client.appId],
      ['set', client.appId, '--parts-max', '0'],
      ['set', client.appId, '--quiet', '20:00'],
      ['set', client.appId, '--quiet', '08:00-08:00'],
      ['set', client.appId, '--inbound-url', 'ftp://x'],
      ['set', 'jk_test_1', '--parts-max', '1'],
      ['revoke', '7'],
      ['create', '1', '--name', ''],
      ['opt-out', 'add', client.appId, '12'],
    ]) {
      assert.equal((await installation.runCli(['sms-app', ...words])).code, 2, words.join(' '));
    }
    assert.equal((await installation.runCli(['sms-app', 'revoke', 'js_test_zzzzz'])).code, 1);
    assert.equal((await installation.runCli(['sms-app', 'create', '99999999'])).code, 1);
  });

  it('X5 the operator sees a sandbox key again, and keeps the list of opt-outs', async () => {
    const own = await createSmsCaller(installation);
    const { cli, runCli } = installation;
    assert.equal(
      (await cli<{ appKey: string }>(['sms-app', 'show-key', own.appId])).appKey,
      own.appKey,
    );
    await cli(['sms-app', 'opt-out', 'add', own.appId, '+221 77 000 00 07']);
    const file = join(installation.dataDir, 'opt-outs.csv');
    writeFileSync(file, '\ufeffnumber\r\n+221770000008\r\n"221770000007"\n\n');
    assert.deepEqual(await cli(['sms-app', 'opt-out', 'import', own.appId, file]), {
      appId: own.appId,
      numbers: 2,
      added: 1,
    });
    writeFileSync(file, '+221770000009\nnobody\n');
    const wrong = await runCli(['sms-app', 'opt-out', 'import', own.appId, file]);
    assert.deepEqual([wrong.code, wrong.stderr.includes(':2 nobody')], [2, true]);
    assert.deepEqual(Object.keys(refusedData(await own.send({ msisdn: numbers(10) }))), [
      '+221770000007',
      '+221770000008',
    ]);
    await cli(['sms-app', 'opt-out', 'remove', own.appId, '221770000008']);
    const { optOuts } = await cli<{ optOuts: { number: string; source: string }[] }>([
      'sms-app',
      'opt-out',
      'list',
      own.appId,
    ]);
    assert.deepEqual(
      optOuts.map(({ number, source }) => [number, source]),
      [['+221770000007', 'operator']],
    );
  });
});
