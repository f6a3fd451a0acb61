// Proves that lists stay small for slow connections: one page of fifty rows, as sent to a browser,
// is at most 20 KB, even when its rows have nothing in common.

import assert from 'node:assert/strict';
import { get as request } from 'node:http';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { testCatalogue } from '../../payments/catalogue/testing.ts';
import { operatorBrowser } from './testing/operator.ts';
import { startPortal, type Browser, type Portal } from './testing/portal.ts';

const bytesMax = 20_000;
const rows = 60;
let portal: Portal;
let owner: Browser;
let operator: Browser;

before(async () => {
  // What is weighed is the answer, however busy the machine is.
  portal = await startPortal({ deadlineMs: 60_000 });
  owner = (await portal.register('awa@boutique.sn')).browser;
  operator = await operatorBrowser(portal, 'Ousmane');
  const accountId: number = (await owner.get('me')).json.membership.accountId;
  const { code } = testCatalogue().services.find(({ country }) => country !== null)!;
  await portal.db.sql(`update installation set created_at = now() - interval '1 day'`);
  await portal.db.sql(`
    insert into operation (account_id, id, external_id, fingerprint, code_service, direction, route,
      phone_given, phone, amount, commission,
      currency, details, state, provider_reference, balance_before, balance_after, created_at,
        updated_at)
    select ${accountId}, 2000000000000 + n, gen_random_uuid(), '', '${code}', 'DEBIT', 'R', '77',
      '+22177' || lpad((random() * 9999999)::integer::text, 7, '0'),
      (random() * 1e9)::bigint * 10000, (random() * 1e6)::bigint, 'XOF', '{}', 'SUCCESS',
        gen_random_uuid(), 0, 0,
      date_trunc('milliseconds', now()) - random() * interval '20 hours', now()
        from generate_series(1, ${rows}) n`);
  await portal.db.sql(`
    insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after,
      created_at, note)
    select ${accountId}, 10 + n, 'fund', 'funding', 'available', (random() * 1e9)::bigint, 'XOF',
      (random() * 1e12)::bigint, now(), gen_random_uuid()
    from generate_series(1, ${rows}) n`);
});
after(() => portal.close());

/** The body as it comes over the line, to a browser that takes gzip. */
function bytesOf(browser: Browser, path: string): Promise<Buffer> {
  const headers = {
    cookie: `jokko=${browser.token}`,
    'accept-encoding': 'gzip, deflate, br',
    accept: 'application/json',
  };
  return new Promise((resolve, reject) => {
    request(`${portal.origin}/portal/api/${path}`, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${path}: ${response.statusCode} ${bytes.toString('utf8')}`));
      });
    }).on('error', reject);
  });
}

test('a page of fifty rows weighs at most 20 KB on the line', async (t) => {
  // A list across accounts ends early where searching takes long: here it takes no time.
  t.mock.method(performance, 'now', () => 0);
  for (const [browser, path] of [
    [owner, 'transactions'],
    [operator, 'operator/transactions'],
    [owner, 'statement?currency=XOF'],
  ] as const) {
    const bytes = await bytesOf(browser, path);
    const { items } = JSON.parse(gunzipSync(bytes).toString('utf8')) as { items: unknown[] };
    assert.equal(items.length, 50, path);
    assert.ok(bytes.length <= bytesMax, `${path}: ${bytes.length} bytes`);
  }
});
