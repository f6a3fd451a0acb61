// H5: proves that nobody who has an API key silences a node: a chat message as large as it may be,
// with a file or with what is none, signed or not, takes no long turn of its event loop.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sendRequest, startInstallation, uniqueId } from './harness/index.ts';
import type { Installation } from './harness/index.ts';
import { createSmsApp } from './harness/sms.ts';
import { assertQuick, turnsAreWatched } from './harness/turns.ts';
import { fill, worstBodies } from './harness/worst-requests.ts';

let installation: Installation;
before(async () => {
  installation = await startInstallation({ env: turnsAreWatched });
});
after(() => installation.stop());

const operation = '/api-services/operation';
const paths = [operation, '/api-services/preview-operation'];
/** Just below 16 MiB, with the other members. */
const kibsMax = 16_300;
/** Until its order has been sent, and the provider has said what became of it. */
const afterMs = 500;

/** `members`: of a new order, as JSON. */
const chat = (members: string): string => {
  const order = {
    codeService: 'CHAT_MESSAGING',
    apiKey: installation.apiKey,
    phone: '+221770008007',
    externalTransactionId: uniqueId(),
    attachedMediaExtension: '.png',
  };
  return `${JSON.stringify(order).slice(0, -1)},${members}}`;
};

/** Members of a chat message of about `kibs` kB: files, and what is none. */
const chats = (kibs: number): Record<string, string> => ({
  'a file': `"message":"a","attachedMedia":"${fill(kibs, 'QUJD')}"`,
  'a file of escapes': `"message":"a","attachedMedia":"${fill(kibs, 'QU\\/D')}"`,
  'a file of lines': `"message":"a","attachedMedia":"${fill(kibs, `${'QUJD'.repeat(19)}\\r\\n`)}"`,
  'a file of codes': `"message":"a","attachedMedia":"${fill(kibs, '\\u0041')}"`,
  'a file of no base64': `"message":"a","attachedMedia":"${fill(kibs, '😀')}"`,
  'a file of backslashes': `"message":"a","attachedMedia":"${fill(kibs, '\\\\')}"`,
  'a file without an end': `"message":"a","attachedMedia":"${fill(kibs, 'QUJD')}`,
  'a message of letters beyond the first plane': `"message":"${fill(kibs, '😀')}"`,
  'a message of accents': `"message":"${fill(kibs, 'é')}"`,
  'a message of quotes': `"message":"${fill(kibs, '\\"')}"`,
  'data of a long text': `"message":"a","data":{"x":"${fill(kibs, 'a ')}"}`,
  'data of many members': `"message":"a","data":{"x":[${fill(kibs, '{"a":1},')}1]}`,
  'data of digits as text': `"message":"a","data":"${fill(kibs, '4 ')}"`,
  'many texts': `"message":"a","data":[${fill(kibs, '"",')}1]`,
});

test('H5 no chat message, whatever it holds, takes a turn of the event loop of over 50 ms', async () => {
  for (const path of paths)
    for (const kibs of [200, 4_000, kibsMax])
      for (const [name, members] of Object.entries(chats(kibs)))
        await assertQuick(
          installation,
          () => ({
            name: `${name}, ${kibs} kB,`,
            path,
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: chat(members),
          }),
          afterMs,
        );
});

test('H5 no body of a caller with a key takes a turn of the event loop of over 50 ms', async () => {
  for (const path of [...paths, '/api-services/payouts'])
    for (const kibs of [200, 1_020, 4_900])
      for (const [name, body] of Object.entries(worstBodies(kibs)))
        await assertQuick(installation, {
          name: `${name}, ${kibs} kB,`,
          path,
          method: 'POST',
          headers: { 'content-type': 'application/json', secretkey: installation.apiKey },
          body,
        });
});

/** Lists of 10,000 numbers, all or nearly all of which are refused. */
const refusedNumbers: Record<string, (index: number) => string> = {
  'no country code': (index) => `77${String(1_000_000 + index)}`,
  'a national zero': (index) => `077${String(1_000_000 + index)}`,
  'two zeros': (index) => `0099${String(1_000_000 + index)}`,
  'no country that is served': (index) => `+4477${String(10_000_000 + index)}`,
  'the code of a country twice': (index) => `+22122177${String(1_000_000 + index)}`,
  'too short': (index) => `+22177${String(10_000 + index)}`,
  'a landline': (index) => `+22133${String(1_000_000 + index)}`,
  letters: (index) => `${'x'.repeat(30)}${index}`,
  'long texts of marks': (index) => `${'\u0301'.repeat(20)}${index}`,
  'of the country': (index) => `+22177${String(1_000_000 + index)}`,
};

test('H5 no list of numbers that are refused takes a turn of the event loop of over 50 ms', async () => {
  const { appKey } = await createSmsApp(installation, installation.accountId);
  const order = { app_key: appKey, sender: 'TEST', content: 'Hello' };
  for (const path of [
    '/api/send-sms',
    '/api/sms/preview',
    '/api/sms/opt-outs',
    '/api/sms/opt-outs/remove',
  ])
    for (const [name, numberOf] of Object.entries(refusedNumbers)) {
      const msisdn = Array.from({ length: 10_000 }, (_, index) => numberOf(index));
      const body = JSON.stringify({ ...order, msisdn });
      const headers = { 'content-type': 'application/json' };
      await assertQuick(installation, { name, path, method: 'POST', headers, body });
    }
});

test('H5 no signature over a large chat message takes a turn of the event loop of over 50 ms', async () => {
  const { hmacSecret } = await installation.cli<{ hmacSecret: string }>(
    ['account', 'set', String(installation.accountId), '--hmac', 'on'], // prettier-ignore
  );
  const file = chats(kibsMax)['a file']!;
  for (const [name, signedOf, code] of [
    ['signed as it is', (body: string) => body, 2000],
    ['signed in compact form', (body: string) => JSON.stringify(JSON.parse(body)), 2000],
    ['signed wrongly', () => 'other', 4001],
  ] as const) {
    const make = () => {
      const body = ` ${chat(file)}`;
      const timestamp = String(Date.now());
      const mac = createHmac('sha256', hmacSecret).update(`POST:${timestamp}:${signedOf(body)}`);
      const headers = {
        'content-type': 'application/json',
        'hmac-signature': mac.digest('hex'),
        timestamp,
      };
      return { name, path: operation, method: 'POST', headers, body };
    };
    const { path, ...options } = make();
    const { json } = await sendRequest(`${installation.baseUrl}${path}`, options);
    assert.equal(json.code, code, `${name}: ${json.msg}`);
    await assertQuick(installation, make, afterMs);
  }
});
