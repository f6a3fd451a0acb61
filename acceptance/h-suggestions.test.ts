// H2: proves that a refusal of a usual mistake says what was meant, where the key goes and which
// amounts fit, in both languages, and links to the page that explains it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, sendRequest, uniqueId } from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';

let fixture: Fixture;
let english: Client;
before(async () => {
  fixture = await openFixture();
  english = await fixture.newClient({ language: 'en' });
});
after(() => fixture.close());

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  sendRequest(`${fixture.installation.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  sendRequest(`${fixture.installation.baseUrl}${path}`, { headers });
/** The sentence as it always was, what is added to it, and where it is explained. */
function assertSuggests({ json, headers, text }: Answer, before: string, added: string, page = '') {
  assert.equal(json.msg, `${before} ${added}`, text);
  if (json.errors !== undefined) assert.equal(json.errors[0].suggestion, added);
  const link = `</docs/errors/${page === '' ? json.code : page}>; rel="help"`;
  assert.equal(headers['link'], link);
}

describe('H2 a refusal says what was meant', () => {
  it('H2 the nearest of the account’s own services, never in the other direction', async () => {
    const order = (codeService: string) => payOut({ codeService });
    assertSuggests(
      await english.operation(order('OPA_SN_CASH_IN')),
      'The service OPA_SN_CASH_IN does not exist.',
      'Did you mean OPA_SN_API_CASH_IN?',
    );
    assertSuggests(
      await fixture.client.operation(order('opa_sn_api_cash_out')),
      "Le service opa_sn_api_cash_out n'existe pas.",
      'Vouliez-vous dire OPA_SN_API_CASH_OUT ?',
    );
    const pays = await fixture.newClient({ language: 'en', activate: 'OPA_SN_API_CASH_IN' });
    for (const code of ['OPA_SN_APY_CASH_OUT', 'XYZ_CASH_IN']) {
      const { json } = await pays.operation(order(code));
      assert.equal(json.msg, `The service ${code} does not exist.`);
      assert.equal(json.errors, undefined);
    }
  });

  it('H2 the member that was meant for an absent one', async () => {
    const { externalTransactionId, ...rest } = payOut();
    assertSuggests(
      await english.operation({ ...rest, externalId: externalTransactionId }),
      'Invalid request: check the field externalTransactionId.',
      'Did you mean externalTransactionId instead of externalId?',
    );
  });

  it('O9 the amounts that the service takes', async () => {
    const says = "Ce service accepte des montants à partir de 5 CFA, jusqu'à 2000000 CFA.";
    for (const [amount, errorId] of [
      [1, 116],
      [99_999_999, 103],
    ] as const) {
      const answer = await fixture.client.operation(
        payOut({ codeService: 'OPA_SN_API_CASH_IN', amount }),
      );
      assert.equal(answer.json.data.errorType.id, errorId);
      assertSuggests(answer, answer.json.data.errorType.message, says, `${errorId}`);
    }
    const answer = await english.operation(
      payOut({ codeService: 'OPD_SN_WALLET_CASH_IN', amount: 7 }),
    );
    assert.equal(answer.json.data.errorType.id, 38);
    assert.match(answer.json.msg, / in multiples of 5 CFA\.$/);
  });

  it('O4 why an address is not called, and the way on', async () => {
    const port = new URL(fixture.installation.baseUrl).port;
    for (const [callbackUrl, words] of [
      ['localhost:3000/cb', /Write the whole address, beginning with https:\/\/ or http:\/\/\.$/],
      ['http://192.168.1.4/cb', /private network.*JOKKO_OUTBOUND_ALLOW.*api-services\/events\.$/],
      [`http://127.0.0.1:${port}/cb`, /That port is one of the gateway itself/],
      ['http://shop.example:25/', /Use port 443, 8443/],
      ['http://me:secret@shop.example/', /Leave out user, password/],
    ] as const) {
      const { json, text } = await english.operation(payOut({ callbackUrl }));
      assert.match(json.msg, words, text);
      assert.ok(json.msg.endsWith(json.errors[0].suggestion));
      assert.ok(!text.includes('secret'));
    }
  });
});

describe('H4 a key in the wrong place', () => {
  const missing = 'La clé API est absente.';
  it('H4 is seen, and never repeated', async () => {
    const { apiKey } = fixture.account;
    for (const [answer, place] of [
      [await get('/api-services/balance', { authorization: `Bearer ${apiKey}` }), 'Authorization'],
      [await get('/api-services/balance', { 'x-api-key': apiKey }), 'X-Api-Key'],
      [await get(`/api-services/balance?apiKey=${apiKey}`), '?apiKey='],
      [
        await post('/api-services/operation', payOut(), { authorization: `Bearer ${apiKey}` }),
        'Authorization',
      ],
    ] as const) {
      assertSuggests(
        answer,
        missing,
        `Nous avons vu ${place} : envoyez la clé dans le champ apiKey du corps ou dans l'en-tête Secretkey.`,
      );
      assert.ok(!answer.text.includes(apiKey));
    }
    assert.equal((await get('/api-services/balance')).json.msg, missing);
  });

  it('H4 an SMS key for payments, and the reverse', async () => {
    const { apiKey } = fixture.account;
    const sms = { app_key: apiKey, sender: 'JOKKO', content: 'a', msisdn: ['+221770000001'] };
    const { json, headers } = await post('/api/send-sms', sms);
    assert.match(json.msg, /C'est une clé API des paiements \(jk_…\)/);
    assert.match(String(headers['link']), /^<\/docs\/errors\/\d+>; rel="help"$/);
    const key = `js_test_1_${'a'.repeat(40)}`;
    assertSuggests(
      await post('/api-services/operation', { ...payOut(), apiKey: key }),
      'La clé API est invalide.',
      "C'est une clé SMS (js_…) : les paiements demandent une clé API (jk_…).",
    );
  });
});

describe('H7 a path that does not exist', () => {
  it('H7 the nearest one is named', async () => {
    for (const [path, meant] of [
      ['/api-services/operations', '/api-services/operation'],
      ['/api-services/balnce', '/api-services/balance'],
      ['/operation', '/api-services/operation'],
      ['/api-services/status', '/api-services/get-transaction-status'],
      ['/api-services/transactions', '/api-services/events'],
    ] as const) {
      const answer = await post(path, { apiKey: fixture.account.apiKey });
      assert.equal(answer.status, 404);
      assertSuggests(answer, "Ce chemin n'existe pas.", `Vouliez-vous dire ${meant} ?`);
    }
    const { json } = await post(`/api-services/${'x'.repeat(1_000)}`, {});
    assert.equal(json.msg, "Ce chemin n'existe pas.");
  });

  it('H7 it is said in the language that the caller reads, since no account is known', async () => {
    for (const method of ['GET', 'POST', 'PUT'])
      for (const [accepted, words] of [
        ['en-GB,fr;q=0.5', 'This path does not exist. Did you mean /api-services/balance?'],
        ['fr', "Ce chemin n'existe pas. Vouliez-vous dire /api-services/balance ?"],
        ['*', "Ce chemin n'existe pas. Vouliez-vous dire /api-services/balance ?"],
      ] as const) {
        const { json } = await sendRequest(`${fixture.installation.baseUrl}/api-services/balnce`, {
          method,
          headers: { 'accept-language': accepted },
        });
        assert.equal(json.msg, words, `${method} ${accepted}`);
      }
  });

  it('H7 a slash at the end is the same path', async () => {
    const { apiKey } = fixture.account;
    const { json } = await get('/api-services/balance/', { secretkey: apiKey });
    assert.equal(json.code, 2000);
    const order = { ...payOut({ externalTransactionId: uniqueId() }), apiKey };
    assert.equal((await post('/api-services/operation/', order)).json.code, 2000);
    assert.equal((await get('/docs/en/start/')).status, 200);
  });

  it('H7 what is no refusal needs no explanation', async () => {
    const { apiKey } = fixture.account;
    for (const path of ['services', 'errors', 'balance'])
      assert.equal(
        (await get(`/api-services/${path}`, { secretkey: apiKey })).headers['link'],
        undefined,
        path,
      );
  });

  it('H7 what browsers and crawlers ask for is there', async () => {
    for (const path of ['/favicon.ico', '/robots.txt', '/llms.txt'])
      assert.equal((await get(path)).status, 200, path);
    const head = await sendRequest(`${fixture.installation.baseUrl}/`, { method: 'HEAD' });
    // The portal, or that it is not built.
    assert.ok(head.status === 200 || head.status === 503, String(head.status));
  });

  it('what is accepted carries no link for help', async () => {
    const { headers } = await fixture.client.operation(payOut());
    assert.equal(headers['link'], undefined);
  });
});
