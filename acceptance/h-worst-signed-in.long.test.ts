// H5: proves that nobody who has a session, a provider's secret or a payer's link silences a node:
// whatever they send, files included, no turn of the event loop takes long.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { portalRoutes } from '@jokko/contract/portal';
import { makeBook } from '../gateway/src/platform/spreadsheet/testing/book.ts';
import {
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Installation } from './harness/index.ts';
import { untilAccepted } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';
import { assertQuick, turnsAreWatched } from './harness/turns.ts';
import { fill, worstBodies, worstHeaders } from './harness/worst-requests.ts';

let installation: Installation;
let cookie: string;
before(async () => {
  installation = await startInstallation({ env: turnsAreWatched });
  cookie = await register();
});
after(() => installation.stop());

/** The session of a new developer. */
async function register(): Promise<string> {
  const answer = await sendRequest(`${installation.baseUrl}/portal/api/register`, {
    method: 'POST',
    headers: { origin: installation.baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'awa@example.sn',
      password: 'une phrase de passe de test',
      name: 'Awa Ndiaye',
      company: 'Boutique',
      language: 'fr',
    }),
  });
  const given = /jokko=[^;]+/.exec(String(answer.headers['set-cookie']))?.[0];
  assert.ok(given !== undefined, answer.text);
  return given;
}

const own = (type: string) => ({ origin: installation.baseUrl, cookie, 'content-type': type });

/**
 * The worst of `worstBodies` for a reader of small bodies; the others differ in what comes behind
 * it.
 */
const few = new Set([
  'a long number',
  'many members',
  'deep',
  'a text of marks',
  'a text of digits',
]);

test('H5 no body on a route of the portal takes a turn of the event loop of over 50 ms', async () => {
  const routes = Object.entries(portalRoutes).filter(
    ([route, { policy }]) => route.startsWith('POST') && policy.side !== 'public',
  );
  assert.ok(routes.length > 50);
  for (const [route, described] of routes) {
    if ('upload' in described || route === 'POST sign-out') continue;
    const path = `/portal/api/${route.slice('POST '.length).replaceAll(/:\w+/g, '1')}`;
    const kibs = 'bodyMaxBytes' in described ? Math.min(1_000, described.bodyMaxBytes / 1_024) : 60;
    for (const [name, body] of Object.entries(worstBodies(kibs - 1)))
      if (few.has(name))
        await assertQuick(installation, {
          name,
          path,
          method: 'POST',
          body,
          headers: own('application/json'),
        });
  }
});

/** Rows and cells as `makeBook` takes them. */
const book = (row: string, count: number, styles?: string): Buffer =>
  makeBook(
    `<row><c t="inlineStr"><is><t>phone</t></is></c></row>${row.repeat(count)}`,
    styles === undefined ? {} : { styles },
  );
const worstFiles = (): Record<string, Buffer> => ({
  'many lines': Buffer.from(`phone;amount\n${fill(1_000, '770000506;1\n')}`),
  'one line': Buffer.from(`phone;amount;${fill(1_000, 'a;')}`),
  'a quote without an end': Buffer.from(`phone;amount\n"${fill(1_000, 'a;b\n')}`),
  quotes: Buffer.from(`phone;amount\n${fill(1_000, '""";')}`),
  'a long number': Buffer.from(`phone;amount\n770000506;${fill(1_000, '9')}`),
  'a long exponent': Buffer.from(`phone;amount\n770000506;1E${fill(1_000, '9')}`),
  'a phone of marks': Buffer.from(`phone;amount\n${fill(1_000, '\u0301')};1\n`),
  'octets of no alphabet': Buffer.alloc(1_024_000, 0xe9),
  'UTF-16 of one line': Buffer.from(`\ufeffphone;amount;${fill(500, 'é;')}`, 'utf16le'),
  'a book of many rows': book('<row><c><v>1</v></c></row>', 500_000),
  'a book of spaces': book(' ', 80_000_000),
  'a book of one row': book(`<row>${'<c/>'.repeat(2_000_000)}</row>`, 1),
  'a book of deep elements': book('<c>', 1_000_000),
  'a book of styles': book('', 1, `<cellXfs>${'<xf/>'.repeat(2_000_000)}</cellXfs>`),
});

test('H5 no file that is uploaded takes a turn of the event loop of over 50 ms', async () => {
  const path = '/portal/api/payouts/upload?name=a&fileName=a.csv&service=OPC_SN_API_CASH_IN';
  const headers = own('application/octet-stream');
  for (const [name, body] of Object.entries(worstFiles()))
    await assertQuick(installation, { name, path, method: 'POST', headers, body });
});

/** Where the simulated provider sends its notices, with the secret of the route. */
async function noticePath(): Promise<string> {
  const client = createClient(installation.baseUrl, installation.apiKey);
  const phone = uniquePhone();
  const { json, text } = await client.operation(payOut({ phone }));
  assert.equal(json.code, 2000, text);
  await untilAccepted(installation.simulatorUrl, phone);
  const [line] = (await bookOf(installation.simulatorUrl, phone)) as { callbackUrl?: string }[];
  return new URL(line?.callbackUrl ?? assert.fail('it was told no address')).pathname;
}

/** The page of a payment that waits for its payer. */
async function payerPath(): Promise<string> {
  const client = createClient(installation.baseUrl, installation.apiKey);
  const asked = { codeService: 'OPC_SN_API_CASH_OUT', amount: 1_350, phone: '770008007' };
  const externalTransactionId = uniqueId('payer');
  const answer = await client.operation({ ...asked, externalTransactionId });
  const link = await until('the payer has a link', async () => {
    const { text } = answer;
    return new RegExp(`${installation.baseUrl}(/[^"\\s]+)`).exec(text)?.[1];
  });
  return link;
}

test('H5 no notice with the right secret and no answer of a payer takes over 50 ms', async () => {
  for (const path of [await noticePath(), await payerPath()]) {
    for (const kibs of [60, 1_000])
      for (const [name, body] of Object.entries(worstBodies(kibs))) {
        const type = name.endsWith('form') ? 'x-www-form-urlencoded' : 'json';
        const headers = { 'content-type': `application/${type}` };
        await assertQuick(installation, { name, path, method: 'POST', headers, body });
      }
    for (const [name, value] of Object.entries(worstHeaders))
      await assertQuick(installation, {
        name: `the header ${name}`,
        path: `${path}?a=${'%20'.repeat(500)}`,
        method: 'GET',
        headers: { [name]: value },
      });
  }
});
