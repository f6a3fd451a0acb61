// Checks behavior on several nodes, under overload, and while the operator edits the catalogue.
// Uses its own installation with two nodes.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  startReceiver,
  undisturbed,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Client, GatewayNode, Installation, Receiver } from './harness/index.ts';
import { executionsOf } from './harness/provider-book.ts';

const publicUrl = 'https://pay.example';
const origin = 'https://docs.client.example';
/** Few enough that all are taken before the first is free again, on a busy machine too. */
const accountPlaces = 100;

let installation: Installation;
let second: GatewayNode;
let receiver: Receiver;
let apiKey: string;
let accountId: number;
let nodes: Client[];
before(async () => {
  installation = await startInstallation({
    env: { JOKKO_ACCOUNT_IN_FLIGHT: String(accountPlaces) },
  });
  // A node with a public address serves others: it calls this machine only where that is allowed.
  second = await installation.addNode({
    env: {
      PUBLIC_URL: publicUrl,
      CORS_ORIGINS: origin,
      JOKKO_OUTBOUND_ALLOW: '127.0.0.0/8',
    },
  });
  receiver = await startReceiver();
  ({ apiKey, accountId } = await createAccount(installation));
  nodes = [installation.nodes[0]?.details.listening ?? '', second.details.listening].map((url) =>
    createClient(url, apiKey),
  );
});
after(async () => {
  await receiver.close();
  await installation.stop();
});

const client = (index: number): Client => nodes[index % 2]!;

describe('two nodes', () => {
  it('O5 two at the same moment, on two nodes: exactly one transaction', async () => {
    const before = await client(0).balance();
    const bodies = Array.from({ length: 12 }, () =>
      payOut({ phone: uniquePhone(), amount: 100, callbackUrl: receiver.url }),
    );
    const answers = await Promise.all(
      bodies.flatMap((body) => [0, 1, 2, 3].map((index) => client(index).operation(body))),
    );
    for (const body of bodies) {
      const own = answers.filter(
        ({ json }) => json.data.externalTransactionId === body['externalTransactionId'],
      );
      assert.deepEqual(
        own.map(({ json }) => json.code),
        [2000, 2000, 2000, 2000],
      );
      assert.equal(new Set(own.map(({ json }) => json.data.transactionId)).size, 1);
    }
    await Promise.all(
      bodies.map((body) => receiver.waitFor(String(body['externalTransactionId']))),
    );
    assert.equal(await client(0).balance(), before - 12 * 100);
    for (const body of bodies) {
      assert.equal(await executionsOf(installation.simulatorUrl, String(body['phone'])), 1);
      const told = receiver.requestsFor(String(body['externalTransactionId']));
      assert.equal(new Set(told.map(({ json }) => json.transaction.transactionId)).size, 1);
    }
  });

  it('O5 different operations under one id at the same moment, on two nodes: one is done, the others are conflicts', async () => {
    const id = uniqueId();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client(index).operation(
          payOut({ phone: uniquePhone('8007'), amount: 100 + index, externalTransactionId: id }),
        ),
      ),
    );
    assert.deepEqual(answers.map(({ json }) => json.code as number).sort(), [
      2000,
      ...Array.from({ length: 9 }, () => 4009),
    ]);
  });

  it('O9 both nodes together never spend more than there is; O8 nor pass a ceiling', async () => {
    const poor = await createAccount(installation, { fund: 1_000 });
    const clients = nodes.map(({ baseUrl }) => createClient(baseUrl, poor.apiKey));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        clients[index % 2]!.operation(payOut({ phone: uniquePhone('8007') })),
      ),
    );
    const phone = uniquePhone('8007', 8);
    const limited = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client(index).operation(
          payOut({ codeService: 'OPA_BF_API_CASH_IN', phone, amount: 60_000 + index }),
        ),
      ),
    );
    assert.equal(answers.filter(({ json }) => json.code === 2000).length, 10);
    assert.equal(await clients[0]!.balance(), 0);
    assert.equal(limited.filter(({ json }) => json.code === 2000).length, 3, '200,000 a day');
  });

  it('O8 same amount and recipient at the same moment, on two nodes: one is done', async () => {
    const body = { codeService: 'OPG_BF_API_CASH_IN', phone: uniquePhone('8007', 8), amount: 700 };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => client(index).operation(payOut(body))),
    );
    assert.equal(answers.filter(({ json }) => json.code === 2000).length, 1);
  });

  it('O12 ids of two nodes never meet', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        client(index).operation(payOut({ phone: uniquePhone('8007') })),
      ),
    );
    assert.equal(new Set(answers.map(({ json }) => json.data.transactionId)).size, 60);
  });

  it('O11 the link begins with the public base', async () => {
    const { json } = await client(1).operation(
      payOut({ codeService: 'OPC_SN_API_CASH_OUT', phone: '770008007' }),
    );
    assert.ok(
      json.data.deepLinkUrl.startsWith(`${publicUrl}/deep/${json.data.transactionId}`),
      json.data.deepLinkUrl,
    );
  });
});

describe('CORS', () => {
  const gets = ['/api-services/services', '/api-services/errors', '/api-services/balance'];
  const ask = (path: string, method: string, from: string) =>
    sendRequest(`${client(1).baseUrl}${path}`, {
      method,
      headers: {
        Origin: from,
        Secretkey: apiKey,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'secretkey',
      },
    });

  it('H8 a configured origin may read the GET routes, its preflight is answered', async () => {
    for (const path of gets) {
      const [preflight, answer] = [
        await ask(path, 'OPTIONS', origin),
        await ask(path, 'GET', origin),
      ];
      assert.ok([200, 204].includes(preflight.status), path);
      assert.match(String(preflight.headers['access-control-allow-headers']), /secretkey/i);
      for (const { headers } of [preflight, answer]) {
        assert.equal(headers['access-control-allow-origin'], origin, path);
        assert.match(String(headers['vary']), /origin/i, 'a cache must not mix origins');
        assert.notEqual(headers['access-control-allow-credentials'], 'true');
      }
    }
  });

  it('H8 any other origin may not, nor may a configured one call what is no GET route', async () => {
    for (const from of [
      'https://evil.example',
      `${origin}.evil.example`,
      origin.replace('https', 'http'),
      'null',
      '',
    ]) {
      for (const method of ['OPTIONS', 'GET'])
        assert.equal(
          (await ask(gets[0]!, method, from)).headers['access-control-allow-origin'],
          undefined,
          `${method} ${from}`,
        );
    }
    for (const method of ['OPTIONS', 'POST'])
      assert.equal(
        (await ask('/api-services/operation', method, origin)).headers[
          'access-control-allow-origin'
        ],
        undefined,
        method,
      );
  });
});

interface Catalogue {
  services: { code: string; name: string; route: string; minimum?: number; price?: object }[];
  routes: { name: string }[];
  errorTexts?: Record<string, { fr?: string; en?: string }>;
}

async function importCatalogue(catalogue: object): Promise<void> {
  const file = join(installation.dataDir, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await installation.cli(['catalogue', 'import', file]);
}

describe('the catalogue is data', () => {
  it('O14 an operator edits the texts of errors in both languages, and a running gateway answers them', async () => {
    const catalogue = await installation.cli<Catalogue>(['catalogue', 'export']);
    const texts = {
      fr: 'Le montant __amount__ dépasse le plafond.',
      en: 'The amount __amount__ is above the limit.',
    };
    await importCatalogue({ ...catalogue, errorTexts: { ...catalogue.errorTexts, 103: texts } });
    const listed = async (): Promise<string> =>
      (await client(0).get('/api-services/errors', { Secretkey: apiKey })).json.services[103]
        .message;
    await until('the new text is listed', async () => (await listed()) === texts.fr);
    const french = await client(0).operation(payOut({ amount: 2_000_005 }));
    await installation.cli(['account', 'set', String(accountId), '--language', 'en']);
    await until('the account is English', async () => (await listed()) === texts.en);
    const english = await client(0).operation(payOut({ amount: 2_000_010 }));
    assert.equal(french.json.data.errorType.message, 'Le montant 2000005 dépasse le plafond.');
    assert.equal(english.json.data.errorType.message, 'The amount 2000010 is above the limit.');
    assert.deepEqual(
      [english.json.data.errorType.id, english.json.data.errorType.code],
      [103, 'interval_max_amount_cumul_reached'],
    );
  });

  it('K16 a service of another name, price and limits than ours is listed and works at once', async () => {
    const catalogue = await installation.cli<Catalogue>(['catalogue', 'export']);
    const route = catalogue.services.find(({ code }) => code === 'OPC_SN_API_CASH_IN')?.route;
    const added = {
      code: 'NEWOP_SN_API_CASH_IN',
      name: 'CashIn Newop',
      route,
      minimum: 10,
      price: { percent: 1.5, fixed: 2 },
    };
    await importCatalogue({ ...catalogue, services: [...catalogue.services, added] });
    await installation.cli(['account', 'set', String(accountId), '--activate', 'all']);
    const find = async () =>
      (await client(1).get('/api-services/services', { Secretkey: apiKey })).json.services.find(
        (each: { codeService: string }) => each.codeService === added.code,
      );
    const listed = await until('the service is listed', find);
    const body = payOut({ codeService: added.code, amount: 1_000, callbackUrl: receiver.url });
    const { json, text } = await client(1).operation(body);
    assert.equal(json.code, 2000, text);
    const callback = await receiver.waitFor(String(body['externalTransactionId']));
    assert.deepEqual(
      [listed.name, listed.typeOperation, listed.typeService],
      ['CashIn Newop', 'DEBIT', 'CASHIN'],
    );
    assert.deepEqual(
      [callback.json.transaction.nameService, callback.json.transaction.commission],
      ['CashIn Newop', 17],
    );
    assert.equal(
      (await client(1).operation(payOut({ codeService: added.code, amount: 9 }))).json.data
        .errorType?.id,
      116,
    );
  });

  it('K16 a service taken out of the catalogue is unknown', async () => {
    const catalogue = await installation.cli<Catalogue>(['catalogue', 'export']);
    await importCatalogue({
      ...catalogue,
      services: catalogue.services.filter(({ code }) => code !== 'OPG_CI_API_CASH_IN'),
    });
    const unknown = async (): Promise<boolean> =>
      (
        await client(0).operation(
          payOut({ codeService: 'OPG_CI_API_CASH_IN', phone: '0700008007' }),
        )
      ).json.code === 4004;
    await until('it is unknown', unknown);
  });
});

describe('overload', () => {
  it('H1 too many requests of one account at once are refused with HTTP 200 and code 4029, and nothing of them is stored', async () => {
    const { apiKey: own } = await createAccount(installation);
    const busy = createClient(nodes[0]!.baseUrl, own, 'tellAccount');
    // The provider of these numbers never answers the submit, and its link is waited for up to 4 s:
    // all are in flight together.
    const flood = async () => {
      const requests = Array.from({ length: 3 * accountPlaces }, () =>
        payOut({ codeService: 'OPC_SN_API_CASH_OUT', phone: '770008003' }),
      );
      const answers = await Promise.all(requests.map((body) => busy.operation(body)));
      const refused = requests.filter((_, index) => answers[index]?.json.code === 4029);
      return { answers, refused };
    };
    // Unless the machine stands still in between: then some have left before the others come.
    const { answers, refused } = await undisturbed(flood, (each) => each.refused.length > 0, 10);
    assert.ok(refused.length > 0 && refused.length < answers.length, `${refused.length} refused`);
    for (const { json, status, text } of answers) {
      assert.equal(status, 200);
      assert.ok(
        json.code === 2000 ||
          (json.code === 4029 && json.error === true && Object.keys(json.data).length === 0),
        text,
      );
    }
    const other = await client(0).operation(payOut({ phone: '770008007' }));
    const later = await busy.operation({
      ...refused[0],
      codeService: 'OPC_SN_API_CASH_IN',
      phone: '770008007',
    });
    assert.deepEqual(
      [other.json.code, later.json.code],
      [2000, 2000],
      'other accounts are served, and the refused id is free',
    );
  });
});
