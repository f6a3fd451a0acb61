// X1–X3: checks which bodies, numbers and senders are accepted, and the form of every answer.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSmsCaller, rawRequest, sendRequest, sharedInstallation } from './harness/index.ts';
import type { Answer, SmsCaller } from './harness/index.ts';

let installation: Awaited<ReturnType<typeof sharedInstallation>>;
let client: SmsCaller;

before(async () => {
  installation = await sharedInstallation();
  client = await createSmsCaller(installation);
});
after(() => installation.stop());

const formType = 'application/x-www-form-urlencoded';
const accepted = (answer: Answer, messages: number): void =>
  assert.deepEqual(
    [answer.status, answer.json],
    [
      200,
      {
        code: 201,
        error: false,
        msg: `${messages} message${messages === 1 ? '' : 's'} accepted`,
        data: [],
      },
    ],
    answer.text,
  );
const invalid =
  'The number is invalid: the international format +<country code><number> must be respected.';
/** The `data` of a refusal. */
function refused(answer: Answer): Record<string, string> {
  assert.deepEqual(
    [answer.status, answer.json.code, answer.json.error],
    [400, 400, true],
    answer.text,
  );
  assert.equal(answer.headers['x-batch-id'], undefined, 'nothing was stored');
  return answer.json.data as Record<string, string>;
}

describe('X1 bodies', { concurrency: true }, () => {
  const form = (numbers: string) =>
    `app_key=${client.appKey}&sender=JOKKO&content=Salut+%C3%A0+tous&${numbers}`;

  it('X1 JSON', async () =>
    accepted(await client.send({ msisdn: ['+221770000101', '+2250700000102'] }), 2));

  for (const [name, numbers, count] of [
    ['msisdn[0], msisdn[1]', 'msisdn[0]=%2B221770000001&msisdn[1]=%2B221770000002', 2],
    [
      'msisdn[] twice, brackets encoded',
      'msisdn%5B%5D=%2B221770000001&msisdn%5B%5D=%2B221770000002',
      2,
    ],
    [
      'msisdn with names of its own',
      'msisdn[vip]=%2B221770000001&msisdn[a%20b]=%2B221770000002',
      2,
    ],
    ['one msisdn', 'msisdn=%2B221770000001', 1],
    ['a plus that nobody encoded', 'msisdn=+221770000001', 1],
  ] as const) {
    it(`X1 form-urlencoded: ${name}`, async () => {
      const answer = await client.post('/api/send-sms', form(numbers), {
        'content-type': `${formType}; charset=UTF-8`,
      });
      accepted(answer, count);
      const { json } = await client.get(`/api/sms/batches/${String(answer.headers['x-batch-id'])}`);
      assert.equal(json.data.content, 'Salut à tous');
    });
  }

  it('X1 a body in another character set is read by it, and any other than the four is refused', async () => {
    const sent = async (body: string | Buffer, type: string): Promise<string> => {
      const answer = await sendRequest(`${installation.baseUrl}/api/send-sms`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      accepted(answer, 1);
      const { json } = await client.get(`/api/sms/batches/${String(answer.headers['x-batch-id'])}`);
      return json.data.content as string;
    };
    const form = (content: string) =>
      `app_key=${client.appKey}&sender=JOKKO&content=${content}&msisdn=%2B221770000001`;
    const json = JSON.stringify({
      app_key: client.appKey,
      sender: 'JOKKO',
      content: 'été à 5 €',
      msisdn: ['+221770000001'],
    });
    assert.equal(await sent(form('%E9t%E9'), `${formType}; charset=ISO-8859-1`), 'été');
    const raw = Buffer.from(form('\xe9t\xe9'), 'latin1');
    assert.equal(await sent(raw, `${formType};charset="iso-8859-15"`), 'été');
    assert.equal(await sent(form('5+%80'), `${formType}; charset=windows-1252`), '5 €');
    assert.equal(await sent(form('5+%A4'), `${formType}; charset=ISO-8859-15`), '5 €');
    assert.equal(await sent(form('%C3%A9t%C3%A9'), `${formType}; charset=UTF-8`), 'été');
    const latin = Buffer.from(json.replace('€', '\x80'), 'latin1');
    assert.equal(await sent(latin, 'application/json; charset=windows-1252'), 'été à 5 €');
    for (const [body, type] of [
      [form('x'), `${formType}; charset=UTF-16`],
      [json, 'application/json; charset=utf-16le'],
      [form('%E9t%E9'), `${formType}; charset=utf-8`],
      [latin, 'application/json'],
    ] as const) {
      const answer = await sendRequest(`${installation.baseUrl}/api/send-sms`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      assert.match(refused(answer)['body']!, /UTF-8/, type);
    }
  });

  it('X1 a form that is no text, or one of files, is refused in words that help', async () => {
    const body = `app_key=${client.appKey}&sender=JOKKO&content=%E0+t%F4t&msisdn=%2B221770000001`;
    assert.match(
      refused(await client.post('/api/send-sms', body, { 'content-type': formType }))['body']!,
      /UTF-8/,
    );
    const parts = '--b\r\nContent-Disposition: form-data; name="app_key"\r\n\r\nx\r\n--b--\r\n';
    const type = 'multipart/form-data; boundary=b';
    assert.match(
      refused(await client.post('/api/send-sms', parts, { 'content-type': type }))['body']!,
      /x-www-form-urlencoded/,
    );
  });

  it('X1 JSON under text/plain, under no type, and as curl sends it', async () => {
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', '', formType]) {
      accepted(await client.send({ msisdn: ['+221770000001'] }, { 'content-type': type }), 1);
    }
  });

  it('X1 an Authorization header, empty or not, is not looked at', async () => {
    for (const authorization of ['', 'Bearer '])
      accepted(await client.send({ msisdn: ['+221770000001'] }, { authorization }), 1);
  });

  it('X1 what is no usable body is told, and JSON is read strictly', async () => {
    const cases: [string, string, RegExp][] = [
      ['{"app_key":', 'application/json', /JSON/],
      ['[1]', 'application/json', /objet|object/],
      [`{"app_key":"${client.appKey}","sender":"A","sender":"B"}`, 'application/json', /sender/],
      [`app_key=${client.appKey}&sender=A&sender=B`, formType, /sender/],
      [`app_key=${client.appKey}&content=%00`, formType, /./],
      [`app_key=${client.appKey}&content=%ff`, formType, /./],
    ];
    for (const [body, type, why] of cases) {
      assert.match(
        refused(await client.post('/api/send-sms', body, { 'content-type': type }))['body'] ?? '',
        why,
        body.slice(-30),
      );
    }
    assert.deepEqual(Object.keys(refused(await client.post('/api/send-sms', ''))), ['body']);
  });

  it('X1 a body above 1 MiB is refused whole, one of ten thousand numbers is not', async () => {
    const spaces = ' '.repeat(1_048_576);
    const answer = await rawRequest(
      installation.baseUrl,
      `POST /api/send-sms HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${spaces.length + 2}\r\n\r\n{${spaces}}`,
    );
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.json.data), ['body']);
    const many = await createSmsCaller(installation);
    accepted(
      await many.send({
        msisdn: Array.from(
          { length: 10_000 },
          (_, index) => `+22177${String(index).padStart(7, '0')}`,
        ),
      }),
      10_000,
    );
    const data = refused(
      await many.send({
        msisdn: Array.from(
          { length: 10_001 },
          (_, index) => `+22177${String(index).padStart(7, '0')}`,
        ),
      }),
    );
    assert.deepEqual(Object.keys(data), ['msisdn']);
  });
});

describe('X2 refusals', { concurrency: true }, () => {
  it('X2 each offending number as it was sent, and nothing of the request is stored', async () => {
    const poor = await createSmsCaller(installation, { fund: 1_000 });
    const numbers = [
      '+221770000001',
      '770000002',
      '+221 33 900 00 00',
      '+33612345678',
      '__proto__',
    ];
    const answer = await poor.send({ msisdn: numbers });
    assert.deepEqual(refused(answer), {
      '770000002': `${invalid} The country code with its plus is missing. Did you mean +221770000002?`,
      '+221 33 900 00 00': 'This is a landline number, which cannot receive messages.',
      '+33612345678': 'Messages to this country are not possible.',
      ['__proto__']: `${invalid} It contains characters that are not digits.`,
    });
    assert.match(answer.json.msg as string, /^4 numbers were refused/);
    const { json } = await sendRequest(`${installation.baseUrl}/api-services/balance`, {
      headers: { Secretkey: poor.apiKey },
    });
    assert.equal(json.data.balance, 1_000);
  });

  it('X5 an impossible number is told why, and what was meant where that can be known', async () => {
    const why: Record<string, string> = {
      '77 000 00 02': ' The country code with its plus is missing. Did you mean +221770000002?',
      '221770000002': ' The country code with its plus is missing. Did you mean +221770000002?',
      '00221770000002': ' The country code with its plus is missing. Did you mean +221770000002?',
      '0777123456':
        ' The country code with its plus is missing. Did you mean +2250777123456 or +221777123456?',
      '97123456':
        ' The country code with its plus is missing. Did you mean +2290197123456 or +22397123456?',
      '+22177000000': ' A mobile number of Senegal has 9 digits after +221, this one has 8.',
      '+2210770000002':
        ' A mobile number of Senegal has 9 digits after +221, this one has 10. Did you mean +221770000002?',
      '+221221770000002':
        ' A mobile number of Senegal has 9 digits after +221, this one has 12. Did you mean +221770000002?',
      '+221990000000': ' No number of Senegal begins like this one.',
      '+22177O000002': ' It contains characters that are not digits.',
      '+': '',
    };
    const answer = await client.send({ msisdn: Object.keys(why) });
    assert.deepEqual(
      refused(answer),
      Object.fromEntries(Object.entries(why).map(([number, text]) => [number, invalid + text])),
    );
    const french = await createSmsCaller(installation, { language: 'fr' });
    assert.deepEqual(refused(await french.send({ msisdn: ['770000002', '+22177000000'] })), {
      '770000002':
        "Le numéro est invalide : le format international +<indicatif><numéro> doit être respecté. L'indicatif du pays, précédé de +, est absent. Vouliez-vous dire +221770000002 ?",
      '+22177000000':
        'Le numéro est invalide : le format international +<indicatif><numéro> doit être respecté. Un numéro mobile de ce pays (Sénégal) a 9 chiffres après +221, celui-ci en a 8.',
    });
  });

  it('X5 an old number of Benin is read as the number that it has become', async () => {
    const answer = await client.send({ msisdn: ['+22997123456', '+229 01 97 12 34 56'] });
    accepted(answer, 1);
    const { json } = await client.get(
      `/api/sms/batches/${String(answer.headers['x-batch-id'])}/messages`,
    );
    assert.deepEqual(
      json.data.messages.map(({ msisdn }: { msisdn: string }) => msisdn),
      ['+2290197123456'],
    );
  });

  it('X2 a wrong app_key, in whatever form', async () => {
    const cut = client.appKey.slice(0, -1);
    const other = `${client.appKey.slice(0, -7)}${client.appKey.slice(-6)}`;
    for (const app_key of [cut, other, 'x', '<APP_KEY>', client.apiKey, '', null, 7, {}]) {
      assert.deepEqual(
        Object.keys(refused(await client.send({ app_key, msisdn: [] }))),
        ['app_key'],
        String(app_key),
      );
    }
    assert.deepEqual(Object.keys(refused(await client.send({ app_key: undefined, sender: '' }))), [
      'app_key',
    ]);
  });

  it('X2 who has no key is told so at once, whatever else is in the request', async () => {
    const marks = `e${'\u0301\u0316'.repeat(100_000)}`;
    for (const change of [{ app_key: 'x' }, { app_key: undefined }, {}]) {
      const data = refused(
        await client.send({ ...change, sender: marks, content: marks, msisdn: ['+221770000001'] }),
      );
      assert.deepEqual(
        Object.keys(data),
        'app_key' in change ? ['app_key'] : ['sender', 'content'],
      );
    }
    assert.deepEqual(
      Object.keys(
        refused(await client.send({ content: '\u200b\u2060', msisdn: ['+221770000001'] })),
      ),
      ['content'],
    );
  });

  it('X2 empty content, over-long sender, no numbers: each by its field, all at once', async () => {
    const data = refused(await client.send({ sender: 'TWELVE CHARS', content: ' ', msisdn: [] }));
    assert.deepEqual(data, {
      sender: 'The sender is too long: at most 11 characters, or a number of at most 15 digits.',
      content: 'The content must not be empty.',
      msisdn: 'The list of recipients msisdn must not be empty.',
    });
    for (const msisdn of [undefined, null, {}, true, [{}], [null]]) {
      assert.deepEqual(
        Object.keys(refused(await client.send({ msisdn }))),
        ['msisdn'],
        JSON.stringify(msisdn),
      );
    }
  });

  it('X2 sentences are in the language of the account', async () => {
    const french = await createSmsCaller(installation, { language: 'fr' });
    assert.equal(
      refused(await french.send({ content: '' }))['content'],
      'Le contenu (content) ne doit pas être vide.',
    );
  });

  it('X2 other methods and other paths', async () => {
    const answer = await sendRequest(`${installation.baseUrl}/api/send-sms`);
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.error, answer.json.data],
      [400, 400, true, {}],
    );
    assert.equal((await sendRequest(`${installation.baseUrl}/api/sms/nothing`)).status, 404);
  });
});

describe('X3 numbers and senders', { concurrency: true }, () => {
  it('X3 spaces, dots and dashes are stripped; duplicates are sent once', async () => {
    const msisdn = ['+221 77 000 00 01', '+221.77.000.00.01', '+221-770-000-001', '+221770000002'];
    const answer = await client.send({ msisdn });
    accepted(answer, 2);
    const { json } = await client.get(
      `/api/sms/batches/${String(answer.headers['x-batch-id'])}/messages`,
    );
    assert.deepEqual(
      json.data.messages.map(
        ({ position, msisdn: number }: { position: number; msisdn: string }) => [position, number],
      ),
      [
        [1, '+221770000001'],
        [2, '+221770000002'],
      ],
    );
  });

  it('X3 without plus refused, or accepted where the account says so', async () => {
    assert.deepEqual(refused(await client.send({ msisdn: ['221770000001'] })), {
      '221770000001': `${invalid} The country code with its plus is missing. Did you mean +221770000001?`,
    });
    const lenient = await createSmsCaller(installation, {
      set: ['--sms-accept-without-plus', 'on'],
    });
    accepted(
      await lenient.send({ msisdn: ['221770000001', '00221770000002', '+221770000001'] }),
      2,
    );
    assert.deepEqual(Object.keys(refused(await lenient.send({ msisdn: ['770000001'] }))), [
      '770000001',
    ]);
  });

  it('X3 senders: 1 to 11 characters of the GSM alphabet, spaces allowed, or a number', async () => {
    for (const sender of ['A', 'JOKKO SHOP1', 'Éco', '38000', '+221338000000']) {
      accepted(await client.send({ sender, msisdn: ['+221770000001'] }), 1);
    }
    for (const sender of [
      '',
      ' ',
      'TWELVE CHARS',
      'ẞ',
      'a@b',
      'Ωmega→',
      'A\nB',
      7.5,
      [],
      undefined,
    ]) {
      assert.deepEqual(
        Object.keys(refused(await client.send({ sender, msisdn: ['+221770000001'] }))),
        ['sender'],
        String(sender),
      );
    }
  });
});
