// O3, O4: checks which data a client may attach and which callback addresses are allowed (data and
// callbackUrl).

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut } from './harness/index.ts';
import type { Client, Fixture } from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';

let fixture: Fixture;
let client: Client;
before(async () => {
  fixture = await openFixture({ set: ['--callback-grace-ms', '0'] });
  client = fixture.client;
});
after(() => fixture.close());

const pending = { phone: '770008007' };

describe('O3', { concurrency: true }, () => {
  it('O3 data is absent, null, an object, or a string holding a JSON object, and empty as PHP writes it; the callback gives the parsed object, {} when absent', async () => {
    const cases: [unknown, object][] = [
      [undefined, {}],
      [null, {}],
      [{}, {}],
      [[], {}],
      ['', {}],
      ['[]', {}],
      [
        { order: 7, nested: { a: [1, null, true, 'é'] } },
        { order: 7, nested: { a: [1, null, true, 'é'] } },
      ],
      ['{}', {}],
      ['{"my_custom_field":"some_value","n":1.5}', { my_custom_field: 'some_value', n: 1.5 }],
      [' { "a" : { "b" : "\\u00e9" } } ', { a: { b: 'é' } }],
      [
        { z: 1, a: 2, 10: 3 },
        { 10: 3, z: 1, a: 2 },
      ],
    ];
    await Promise.all(
      cases.map(async ([data, expected]) => {
        const body = payOut({ data, callbackUrl: fixture.receiver.url });
        const { json, text } = await client.operation(body);
        const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
        assert.equal(json.code, 2000, text);
        assert.deepEqual(callback.json.transaction.data, expected, JSON.stringify(data));
        assert.equal(
          JSON.stringify(callback.json.transaction.data),
          JSON.stringify(expected),
          'in the same order',
        );
      }),
    );
  });

  it('O3 a string that holds no JSON object is refused', async () => {
    for (const data of [
      ' ',
      'x',
      '7',
      'null',
      '"{}"',
      '{"a":',
      "{'a':1}",
      '{}{}',
      'undefined',
      '[{"a":1}]',
    ]) {
      const { json, text } = await client.operation(payOut({ ...pending, data }));
      assert.deepEqual(
        [json.code, json.errors?.[0]?.field],
        [4022, 'data'],
        `${JSON.stringify(data)}: ${text}`,
      );
    }
  });
});

const goodUrls = [
  'https://client.example/callback',
  'https://client.example',
  'http://client.example/callback',
  'http://client.example:80/callback',
  'https://client.example:443/callback',
  'https://client.example:8443/callback',
  'http://client.example:8443/callback',
  'http://client.example:1024/callback',
  'https://client.example:3000/callback?order=7&x=%20y',
  'http://client.example:65535/',
  'HTTPS://Client.Example/Callback',
  'https://sub-domain.client.example./cb',
  'https://xn--bcher-kva.example/cb',
  'https://93.184.215.14/callback',
  'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/callback',
];

const badUrls: Record<string, string[]> = {
  'no absolute http(s) URL': [
    'client.example/callback',
    '/callback',
    '//client.example/callback',
    'ftp://client.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'gopher://client.example/',
    'http:',
    'http://',
    'https:///callback',
    'https://?x',
    'http:client.example',
    'https://client example/callback',
    'https://client.example/call back',
    'https://client.example\\@10.0.0.1/',
    ' https://client.example/callback',
    'https://client.example/callback\n',
    'https://client.example/\u0001',
    'x',
  ],
  'user info': [
    'https://user@client.example/',
    'https://user:pass@client.example/',
    'https://client.example@93.184.215.14/',
  ],
  'ports below 1024 and the deny-list': [
    'http://client.example:22/',
    'http://client.example:25/',
    'http://client.example:81/',
    'http://client.example:1023/',
    'https://client.example:80/',
    'https://client.example:110/',
    'http://client.example:0/',
    'http://client.example:5432/',
    'http://client.example:6379/',
    'http://client.example:3306/',
    'http://client.example:11211/',
    'http://client.example:27017/',
    'http://client.example:65536/',
    'http://client.example:99999/',
    'http://client.example:-1/',
  ],
  'private addresses': [
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://10.0.0.1./',
  ],
  'link-local, unspecified, multicast, reserved': [
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0/',
    'http://0.1.2.3/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://192.0.0.8/',
  ],
  'other spellings of IPv4': [
    'http://167772161/',
    'http://0x0a000001/',
    'http://0xA.0.0.1/',
    'http://012.0.0.1/',
    'http://10.1/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://2852039166/',
    'http://%31%30.0.0.1/',
    'http://１０.０.０.１/',
    'http://10。0。0。1/',
    'http://0/',
  ],
  'IPv6 and IPv4 inside it': [
    'http://[::]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
    'http://[::10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:a00:1::]/',
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://[100::1]/',
    'http://[fe80::1%25eth0]/',
  ],
};

describe('O4', { concurrency: true }, () => {
  it('O4 absent or empty: accepted, no callback is sent', async () => {
    const bodies = [
      payOut(),
      payOut({ callbackUrl: '' }),
      payOut({ urlIpn: '' }),
      payOut({ callbackUrl: '', urlIpn: '' }),
    ];
    const watched = payOut({ callbackUrl: fixture.receiver.url });
    for (const body of [...bodies, watched]) {
      const { json, text } = await client.operation(body);
      assert.equal(json.code, 2000, text);
    }
    await fixture.receiver.waitFor(String(watched['externalTransactionId']));
    for (const body of bodies) {
      const id = String(body['externalTransactionId']);
      await untilStatus(client, id, 'SUCCESS');
      assert.deepEqual(fixture.receiver.requestsFor(id), []);
    }
  });

  it('O4 urlIpn is an alias; both present and equal are fine, different ones are refused', async () => {
    const alias = payOut({ urlIpn: fixture.receiver.url });
    const both = payOut({ urlIpn: fixture.receiver.url, callbackUrl: fixture.receiver.url });
    const emptyOne = payOut({ urlIpn: fixture.receiver.url, callbackUrl: '' });
    for (const body of [alias, both, emptyOne]) {
      const { json, text } = await client.operation(body);
      assert.deepEqual([json.code, json.data.callbackUrl], [2000, fixture.receiver.url], text);
    }
    for (const body of [alias, both, emptyOne]) {
      const callback = await fixture.receiver.waitFor(String(body['externalTransactionId']));
      assert.equal(callback.json.transaction.callbackUrl, fixture.receiver.url);
    }
    const { json } = await client.operation(
      payOut({
        ...pending,
        callbackUrl: 'https://client.example/a',
        urlIpn: 'https://client.example/b',
      }),
    );
    assert.equal(json.code, 4022);
    assert.match(json.errors[0].field, /^(callbackUrl|urlIpn)$/);
  });

  it('O4 only the text is judged, never DNS: names that do not exist are accepted at once and echoed as sent', async () => {
    for (const callbackUrl of [...goodUrls, 'https://no-such-name.invalid/callback']) {
      const { json, text } = await client.operation(payOut({ ...pending, callbackUrl }));
      assert.deepEqual(
        [json.code, json.data.callbackUrl],
        [2000, callbackUrl],
        `${callbackUrl}: ${text}`,
      );
    }
  });

  it('O4 the sandbox allows loopback, in every spelling, on allowed ports', async () => {
    for (const callbackUrl of [
      'http://127.0.0.1:9999/cb',
      'http://localhost:9999/cb',
      'http://[::1]:9999/cb',
      'http://127.1:9999/',
      'http://2130706433:9999/',
      'http://0x7f000001:9999/',
    ]) {
      const { json, text } = await client.operation(payOut({ ...pending, callbackUrl }));
      assert.equal(json.code, 2000, `${callbackUrl}: ${text}`);
    }
    for (const callbackUrl of [
      'http://127.0.0.1:22/',
      'http://localhost:5432/',
      'http://[::1]:6379/',
    ]) {
      assert.equal(
        (await client.operation(payOut({ ...pending, callbackUrl }))).json.code,
        4022,
        callbackUrl,
      );
    }
  });

  for (const [what, urls] of Object.entries(badUrls)) {
    it(`O4 refused: ${what}`, async () => {
      const accepted: string[] = [];
      for (const url of urls) {
        for (const member of ['callbackUrl', 'urlIpn']) {
          const { json } = await client.operation(payOut({ ...pending, [member]: url }));
          if (json.code !== 4022 || json.error !== true || json.errors?.[0]?.field !== member)
            accepted.push(`${member} ${JSON.stringify(url)}`);
        }
      }
      assert.deepEqual(accepted, []);
    });
  }
});
