// H5: checks that JSON is parsed strictly. Bodies are written by hand because a JSON library could
// not produce them.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, describe, it } from 'node:test';
import { assertAccepted } from './harness/operation-answers.ts';
import { makeRandom, openFixture, payOut, uniqueId } from './harness/index.ts';
import type { Answer, Client, Fixture } from './harness/index.ts';

const operation = '/api-services/operation';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture();
  client = fixture.client;
});
after(() => fixture.close());

/**
 * The text of a valid pay-out that stays pending; `more` is JSON text of further members, `replace`
 * of given ones.
 */
function bodyText(more = '', replace: Record<string, string> = {}): string {
  const members: Record<string, string> = {
    apiKey: JSON.stringify(client.apiKey),
    phone: '"770008007"',
    amount: '100',
    codeService: '"OPC_SN_API_CASH_IN"',
    externalTransactionId: JSON.stringify(uniqueId()),
    ...replace,
  };
  const texts = Object.entries(members).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${[...texts, ...(more === '' ? [] : [more])].join(',')}}`;
}

async function assertRefused(body: string | Buffer, what: string): Promise<Answer> {
  const answer = await client.post(operation, body, { Secretkey: client.apiKey });
  assert.deepEqual(
    [answer.json.code, answer.json.error],
    [4022, true],
    `${what}: ${answer.text.slice(0, 300)}`,
  );
  return answer;
}

const nested = (depth: number): string => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"m${index}":${index}`).join(',')}}`;

describe('H5', { concurrency: true }, () => {
  it('H5 no type coercion', async () => {
    const wrong: Record<string, string>[] = [
      { phone: '770008007.5' },
      { phone: '-770008007' },
      { phone: '["770008007"]' },
      { amount: 'true' },
      { amount: '[100]' },
      { amount: '{}' },
      { codeService: '["OPC_SN_API_CASH_IN"]' },
      { externalTransactionId: 'true' },
      { callbackUrl: '7' },
      { callbackUrl: '{}' },
      { data: '7' },
      { data: 'true' },
      { data: '[1]' },
      { codeService: '"OPA_SN_API_CASH_OUT"', useOpaQrCode: '"true"' },
      { codeService: '"OPA_SN_API_CASH_OUT"', useOpaQrCode: '1' },
      { codeService: '"OPA_SN_API_CASH_OUT"', sender: '7' },
    ];
    for (const replace of wrong)
      await assertRefused(bodyText('', replace), JSON.stringify(replace));
  });

  it('H5 an integer is read as the text of its digits where a text of digits is asked for', async () => {
    const id = '1000000007';
    const { json } = await assertAccepted(
      client,
      bodyText('', { phone: '770008007', externalTransactionId: id }),
      'phone and id',
    );
    assert.deepEqual([json.data.phone, json.data.externalTransactionId], ['770008007', id]);
    const again = await assertAccepted(
      client,
      bodyText('', { externalTransactionId: JSON.stringify(id) }),
      'the same as texts',
    );
    assert.equal(again.json.data.transactionId, json.data.transactionId);
    await assertAccepted(
      client,
      bodyText('', { codeService: '"RELOADA_SN_BILL_RELOAD"', accountNumber: '21000008007' }),
      'account number',
    );
  });

  it('H5 null on a member is an absent member, at any depth but inside data', async () => {
    const absent = [
      'callbackUrl',
      'urlIpn',
      'sender',
      'merchantName',
      'successRedirectUrl',
      'errorRedirectUrl',
      'bankAuthRedirectUrl',
      'useOpaQrCode',
      'data',
      'attachedMedia',
      'attachedMediaName',
      'attachedMediaExtension',
      'customerEmail',
      'remitSendData',
      'accountNumber',
    ];
    const nulls = absent.map((name) => `${JSON.stringify(name)}:null`).join(',');
    await assertAccepted(client, bodyText(nulls), 'all optional members');
    await assertAccepted(
      client,
      bodyText(nulls, { codeService: '"OPA_SN_API_CASH_OUT"' }),
      'of a collection',
    );
    for (const name of ['phone', 'amount', 'codeService', 'externalTransactionId']) {
      const { json, text } = await assertRefused(bodyText('', { [name]: 'null' }), name);
      assert.deepEqual(
        json.errors?.map(({ field }: { field: string }) => field),
        [name],
        text,
      );
    }
  });

  it('H5 a byte order mark before the JSON is skipped', async () => {
    await assertAccepted(client, `\ufeff${bodyText()}`, 'byte order mark');
  });

  it('H5 a body that is no JSON is refused with a text that says what it is, and where it breaks off', async () => {
    const bodies: [string | Buffer, Record<string, string>, RegExp][] = [
      [
        'apiKey=k&phone=770008007',
        { 'content-type': 'application/x-www-form-urlencoded' },
        /formulaire/,
      ],
      ['apiKey=k&phone=770008007', {}, /formulaire/],
      [gzipSync(bodyText()), { 'content-encoding': 'gzip' }, /compressé/],
      [gzipSync(bodyText()), {}, /compressé/],
      [
        '--x\r\nContent-Disposition: form-data; name="phone"',
        { 'content-type': 'multipart/form-data; boundary=x' },
        /multipart/,
      ],
      ['{"phone":"770008007",}', {}, /au caractère 22\./],
      ['{"phone":770008007', {}, /au caractère 19\./],
      ['', {}, /vide/],
      ['[]', {}, /objet JSON/],
      [Buffer.from('{"sender":"caf\xe9"}', 'latin1'), {}, /UTF-8/],
    ];
    for (const [body, headers, expected] of bodies) {
      const { json, text } = await client.post(operation, body, {
        Secretkey: client.apiKey,
        ...headers,
      });
      assert.equal(json.code, 4022, text);
      assert.match(json.msg, expected);
    }
  });

  it('H5 duplicate member names are refused, at any depth and in any spelling', async () => {
    await assertRefused(bodyText('"amount":100'), 'the same member twice');
    await assertRefused(bodyText('"x":1,"x":1'), 'an unknown member twice');
    await assertRefused(bodyText('"\\u0061mount":5'), 'escaped');
    await assertRefused(bodyText('"data":{"a":1,"b":[{"c":1,"c":2}]}'), 'inside data');
    await assertRefused(bodyText('"data":"{\\"a\\":1,\\"a\\":2}"'), 'inside data as a string');
    await assertAccepted(
      client,
      bodyText('"data":{"a":{"c":1},"b":{"c":1}}'),
      'the same name in two objects',
    );
    await assertAccepted(client, bodyText('"Amount":7'), 'names differ by case');
  });

  it('H5 20 levels are read, 21 are not, of objects and of arrays', async () => {
    await assertAccepted(client, bodyText(`"data":${nested(19)}`), '20 levels');
    await assertRefused(bodyText(`"data":${nested(20)}`), '21 levels');
    await assertAccepted(
      client,
      bodyText(`"x":${'['.repeat(19)}${']'.repeat(19)}`),
      '20 levels with arrays',
    );
    await assertRefused(
      bodyText(`"x":${'['.repeat(20)}${']'.repeat(20)}`),
      '21 levels with arrays',
    );
    await assertRefused('['.repeat(30_000), 'very deep');
    await assertRefused(bodyText(`"x":${'{"a":'.repeat(10_000)}`), 'very deep objects');
  });

  it('H5 an object has at most 200 members', async () => {
    await assertAccepted(client, bodyText(`"data":${members(200)}`), '200');
    await assertRefused(bodyText(`"data":${members(201)}`), '201');
    const own = (count: number): string =>
      Array.from({ length: count }, (_, index) => `"m${index}":0`).join(',');
    await assertAccepted(client, bodyText(own(195)), '200 on top');
    await assertRefused(bodyText(own(196)), '201 on top');
    await assertAccepted(
      client,
      bodyText(`"x":[${'0,'.repeat(5_000)}0]`),
      'arrays have no such limit',
    );
  });

  it('H5 numbers that are not exactly representable are refused', async () => {
    const inexact = [
      '9007199254740993',
      '-9007199254740993',
      '1e400',
      '-1e400',
      '1e-400',
      '-0',
      '-0.0',
      '0.1234567890123456789',
      '123456789012345678901',
    ];
    for (const number of inexact) await assertRefused(bodyText(`"data":{"n":${number}}`), number);
    for (const number of inexact)
      await assertRefused(bodyText('', { amount: number }), `amount ${number}`);
    await assertRefused(bodyText('"data":"{\\"n\\":9007199254740993}"'), 'inside data as a string');
    const exact = [
      '0',
      '-1',
      '9007199254740991',
      '9007199254740992',
      '0.1',
      '-12.50',
      '1e3',
      '1E+2',
      '2.5e-3',
      '1.0',
      '100000000000000000000',
    ];
    for (const number of exact)
      await assertAccepted(client, bodyText(`"data":{"n":${number}}`), number);
  });

  it('H5 a number is written as JSON writes it', async () => {
    for (const number of [
      '01',
      '+1',
      '.5',
      '1.',
      '0x10',
      'NaN',
      'Infinity',
      '1_000',
      '١',
      '- 1',
      '1e',
      "'1'",
    ]) {
      await assertRefused(bodyText(`"data":{"n":${number}}`), number);
    }
  });

  it('H5 what a client puts into data comes back in the callback as it was', async () => {
    const seed = Number(process.env['JOKKO_TEST_SEED'] ?? 1);
    const random = makeRandom(seed);
    const pick = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 3 ? 5 : 7));
      const makers: (() => unknown)[] = [
        () => null,
        () => random() < 0.5,
        () => Math.trunc(random() * 2e9) / 10 ** Math.floor(random() * 6),
        () =>
          Array.from({ length: 6 }, () =>
            String.fromCodePoint(1 + Math.floor(random() * 0xd7fe)),
          ).join(''),
        () => String.fromCodePoint(0x1f600 + Math.floor(random() * 60)),
        () => Array.from({ length: Math.floor(random() * 4) }, () => pick(depth + 1)),
        () =>
          Object.fromEntries(
            Array.from({ length: Math.floor(random() * 5) }, (_, index) => [
              `${index}é"\\`,
              pick(depth + 1),
            ]),
          ),
      ];
      return makers[kind]?.();
    };
    const values = Array.from({ length: 12 }, () => ({ value: pick(0) }));
    const sent = values.map((data) => payOut({ data, callbackUrl: fixture.receiver.url }));
    await Promise.all(sent.map((body) => client.operation(body)));
    for (const body of sent) {
      const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
      assert.deepEqual(callback.json.transaction.data, body['data'], `seed ${seed}`);
    }
  });

  it('H5 amount may be a numeric string, and is answered as a number; other strings are no amount', async () => {
    for (const [text, value] of [
      ['"100"', 100],
      ['"2000"', 2000],
      ['"150.0"', 150],
    ] as const) {
      const { json } = await assertAccepted(client, bodyText('', { amount: text }), text);
      assert.strictEqual(json.data.amount, value, text);
    }
    for (const text of [
      '" "',
      '"abc"',
      '"0x64"',
      '"1,000"',
      '"NaN"',
      '"Infinity"',
      '"-100"',
      '"0"',
      '"9007199254740993"',
      '"١٠٠"',
      '"100 XOF"',
      '"1e400"',
    ]) {
      await assertRefused(bodyText('', { amount: text }), text);
    }
  });

  it('H5 prototype-polluting names are refused, at any depth and in any spelling', async () => {
    for (const more of [
      '"__proto__":{"apiKey":"x"}',
      '"__proto__":null',
      '"data":{"__proto__":{"polluted":true}}',
      '"data":{"a":[{"__proto__":1}]}',
      '"\\u005f_proto__":{}',
      '"constructor":{"prototype":{"polluted":true}}',
      '"data":{"constructor":{"prototype":{}}}',
      '"data":"{\\"__proto__\\":{\\"polluted\\":true}}"',
    ]) {
      await assertRefused(bodyText(more), more);
    }
    await assertAccepted(
      client,
      bodyText('"data":{"hasOwnProperty":1,"toString":"x","proto":{}}'),
      'harmless names',
    );
  });

  it('H5 text that no database and no other reader would keep is refused: NUL, half a surrogate pair, broken UTF-8', async () => {
    await assertRefused(bodyText('"data":{"x":"a\\u0000b"}'), 'NUL, escaped');
    await assertRefused(bodyText('"data":{"\\u0000":1}'), 'NUL in a name');
    await assertRefused(bodyText('"data":{"x":"a\u0000b"}'), 'NUL, raw');
    await assertRefused(bodyText('"data":{"x":"\\ud800"}'), 'lone high surrogate');
    await assertRefused(bodyText('"data":{"x":"\\udc00\\ud800"}'), 'surrogates in the wrong order');
    await assertRefused(
      bodyText('"data":"{\\"x\\":\\"\\\\u0000\\"}"'),
      'NUL inside data as a string',
    );
    await assertRefused(
      bodyText('"data":"{\\"x\\":\\"\\\\ud800\\"}"'),
      'lone surrogate inside data as a string',
    );
    const [head, tail] = bodyText('"data":{"x":"@"}').split('@') as [string, string];
    for (const bytes of [
      [0xff],
      [0xc3, 0x28],
      [0xed, 0xa0, 0x80],
      [0xc0, 0xaf],
      [0xf4, 0x90, 0x80, 0x80],
    ]) {
      await assertRefused(
        Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]),
        `bytes ${bytes.join()}`,
      );
    }
    await assertRefused(Buffer.from(bodyText(), 'utf16le'), 'UTF-16');
    await assertRefused(bodyText('"data":{"x":"line\nbreak"}'), 'a raw control character');
    await assertAccepted(
      client,
      bodyText('"data":{"x":"\\ud83d\\ude00 \ufffd é \\u00e9 \\/"}'),
      'a whole pair, the replacement character, escaped slashes',
    );
  });
});
