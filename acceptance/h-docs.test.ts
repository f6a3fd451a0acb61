// Reads the documentation as a stranger does: its addresses, its search without a script, and
// every request that its guides offer to run.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFixture, sendRequest } from './harness/index.ts';
import type { Answer, Fixture, Json } from './harness/index.ts';
import { createSmsApp } from './harness/sms.ts';

const policy = /script-src 'self'; style-src 'self'/;
const entities: { readonly [entity: string]: string } = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity]!);

interface Offered {
  method: string;
  path: string;
  body: { [member: string]: unknown } | null;
  expected: number | null;
}

/** What the script of the page would send. */
const offeredBy = (page: string): Offered[] =>
  [...page.matchAll(/<div\s+class="sample"([^>]*)>/g)]
    .map(([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          unescaped(value),
        ]),
      ),
    )
    .filter(({ run }) => run === 'yes')
    .map(({ method = '', path = '', body = '', expected = '' }) => ({
      method,
      path,
      body: body === '' ? null : (JSON.parse(body) as Offered['body']),
      expected: expected === '' ? null : Number(expected),
    }));

describe('the documentation', { concurrency: true }, () => {
  let fixture: Fixture;
  let appKey: string;
  before(async () => {
    fixture = await openFixture({ language: 'en' });
    ({ appKey } = await createSmsApp(fixture.installation, fixture.account.accountId));
  });
  after(() => fixture.close());
  const read = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    sendRequest(`${fixture.installation.baseUrl}${path}`, { headers });

  it('an address without a language leads to the reader’s', async () => {
    for (const [path, language, target] of [
      ['/docs', 'en-GB,en;q=0.9', '/docs/en/start'],
      ['/docs', 'wo', '/docs/fr/start'],
      ['/docs?lang=en', 'fr', '/docs/en/start'],
      ['/docs/errors/26', 'en', '/docs/en/errors/26'],
      ['/docs/en', 'fr', '/docs/en/start'],
      ['/docs/%0d%0aset-cookie:a=b', 'en', '/docs/en/%0D%0Aset-cookie:a=b'],
      ['/docs//evil.example/', 'en', '/docs/en/evil.example'],
    ] as const) {
      const { status, headers } = await read(path, { 'accept-language': language });
      assert.deepEqual([status, headers['location']], [302, target], path);
    }
  });

  it('a page allows its own script and style alone, and is not sent twice', async () => {
    const { status, headers, text } = await read('/docs/fr/callbacks');
    assert.equal(status, 200);
    assert.match(String(headers['content-security-policy']), policy);
    assert.match(text, /<html lang="fr">/);
    const etag = String(headers['etag']);
    assert.equal((await read('/docs/fr/callbacks', { 'if-none-match': etag })).status, 304);
    for (const [, file = ''] of text.matchAll(/(?:href|src)="(\/docs\/assets\/[^"]+)"/g)) {
      const { status: found, headers: sent } = await read(file);
      assert.equal(found, 200, file);
      assert.match(String(sent['cache-control']), /immutable/);
    }
  });

  it('search answers with and without a script, and an unknown page shows what its words find', async () => {
    const page = await read('/docs/en/search?q=verify%20signature');
    assert.match(page.text, /<a href="\/docs\/en\/callbacks#verify">/);
    const { json } = await read('/docs/en/search?q=lost+answer', { accept: 'application/json' });
    assert.ok(json.length > 0 && json.every((found: Json) => found.page && found.title));
    for (const query of ['', '?q=', '?q=%00', '?q=a&q=b', `?q=${'é'.repeat(2_000)}`])
      assert.equal((await read(`/docs/en/search${query}`)).status, 200, query);
    const unknown = await read('/docs/fr/rembourser-un-paiement');
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /\/docs\/fr\/refunds-and-claims/);
  });

  it('assistants find every guide as Markdown', async () => {
    const { text } = await read('/llms.txt');
    const links = [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, link = '']) => link);
    assert.ok(links.length >= 18, text);
    for (const link of links) {
      const { status, headers } = await sendRequest(link, {});
      assert.equal(status, 200, link);
      assert.match(String(headers['content-type']), /^text\/markdown/);
    }
  });

  it('every request that the guides offer gives what they say', async () => {
    const { text: start } = await read('/docs/en/start');
    const pages = new Set(
      [...start.matchAll(/href="(\/docs\/en\/[a-z-]+)"/g)].map(([, path = '']) => path),
    );
    let sent = 0;
    for (const page of pages)
      for (const { method, path, body, expected } of offeredBy((await read(page)).text)) {
        const isSms = path.startsWith('/api/');
        const isPost = method === 'POST';
        const { apiKey } = fixture.account;
        const headers = isSms ? { 'App-Key': appKey } : { Secretkey: apiKey };
        const members = isSms && isPost ? { app_key: appKey, ...body } : body;
        const { json, text } = await sendRequest(`${fixture.installation.baseUrl}${path}`, {
          method,
          headers: {
            ...(isSms && isPost ? {} : headers),
            ...(isPost ? { 'content-type': 'application/json' } : {}),
          },
          ...(isPost ? { body: JSON.stringify(members) } : {}),
        });
        // Lists and services have no code: they are what was asked for.
        const code = json.code ?? 2000;
        assert.ok(
          expected === null ? [2000, 200, 201].includes(code) : code === expected,
          `${page}: ${method} ${path} ${JSON.stringify(body)}: ${text}`,
        );
        sent += 1;
      }
    assert.ok(sent >= 30, `${sent} requests`);
  });
});
