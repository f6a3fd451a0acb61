// Proves that the documentation is whole: both languages have the same pages and anchors, every
// link leads somewhere, everything of the interface is described, and no page is heavy.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  endpoints,
  errorCatalogue,
  languages,
  openapiDocument,
  smsEndpoints,
  type Language,
} from '@jokko/contract';
import { guideNames, readGuide } from '../src/contents.ts';
import { createDocs, script, styleSheet } from '../src/index.ts';
import { sectionsOf } from '../src/plain.ts';

const baseUrl = 'https://gateway.example';
const document = openapiDocument({ baseUrl, version: '1.2.3' });
const docs = createDocs({ baseUrl, isSandbox: true, document });
const wordsMax = 1_200;
const firstViewBytesMax = 60_000;
const ownBytesMax = 25_000;

const pages: ReadonlyMap<string, string> = new Map(
  languages.flatMap((language) =>
    docs.names.map((name) => [`/docs/${language}/${name}`, docs.page(language, name)!] as const),
  ),
);
const idsOf = (page: string): string[] =>
  [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]!);

describe('guides', () => {
  for (const language of languages)
    it(`${language}: the files are those of the menu, each short and with a description`, () => {
      const files = readdirSync(new URL(`../content/${language}`, import.meta.url));
      assert.deepEqual(files.toSorted(), guideNames.map((name) => `${name}.md`).toSorted());
      for (const name of guideNames) {
        const { description, source, title } = readGuide(language, name);
        assert.ok(description.length <= 160, `${name}: ${description.length}`);
        assert.ok(title.length <= 60, title);
        const words = source.replaceAll(/```[^]*?```/g, '').split(/\s+/).length;
        assert.ok(words <= wordsMax, `${name} has ${words} words`);
        assert.doesNotMatch(source, /^# /m, `${name}: the title is not written twice`);
      }
    });

  it('French and English say the same: anchors, requests and examples', () => {
    const shapeOf = (language: Language, name: string) => {
      const { source } = readGuide(language, name);
      return {
        anchors: sectionsOf(source).map(({ id }) => id),
        requests: [...source.matchAll(/^```request [^]*?^```/gm)].map(([block]) => block),
        blocks: [...source.matchAll(/^```(\S+.*)$/gm)].map((match) => match[1]),
        links: [...source.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]).toSorted(),
      };
    };
    for (const name of guideNames) assert.deepEqual(shapeOf('fr', name), shapeOf('en', name), name);
  });

  it('is given as Markdown, with the code of its examples', () => {
    const text = docs.markdown('en', 'collect')!;
    assert.match(text, /^# Collect a payment\n\n> /);
    assert.match(text, /```typescript\n\/\/ Takes 1,350 F CFA/);
    assert.match(text, /curl -s 'https:\/\/gateway\.example\/api-services\/operation'/);
    assert.doesNotMatch(text, /```(request|example|receiver)|\{\{|\{#/);
    assert.equal(docs.markdown('en', 'errors'), null);
  });
});

describe('pages', () => {
  it('columns and parts that open have a heading, also for those who hear it', () => {
    for (const [address, page] of pages)
      assert.doesNotMatch(page, /<th><\/th>|<summary>\s*<\/summary>/, address);
  });

  it('every link leads to a page and to a part of it', () => {
    const files = [/^\/(?:openapi\.json|llms\.txt|favicon\.ico|sdk\/.*|docs\/assets\/.*)$/];
    for (const [address, page] of pages)
      for (const [, href = ''] of page.matchAll(/href="([^"]*)"/g)) {
        const [path = '', anchor = ''] = href.split('#');
        if (/^(https?|mailto):/.test(path) || files.some((each) => each.test(path))) continue;
        if (path.endsWith('.md')) continue;
        const target = path === '' ? page : pages.get(path);
        if (!path.startsWith('/docs') && path !== '') continue;
        assert.ok(target !== undefined, `${address}: ${href}`);
        assert.ok(anchor === '' || idsOf(target).includes(anchor), `${address}: ${href}`);
      }
  });

  it('hold no script or style of their own, nothing from elsewhere, and each id once', () => {
    for (const [address, page] of pages) {
      assert.equal(page.match(/<script/g)?.length, 1, address);
      assert.doesNotMatch(page, /<img|<iframe|@import|\son\w+="|\sstyle="/i, address);
      const text = page.replaceAll(/<pre[^]*?<\/pre>/g, '');
      assert.doesNotMatch(text, /undefined|\[object Object\]|\{\{baseUrl/, address);
      const ids = idsOf(page);
      assert.equal(new Set(ids).size, ids.length, `${address}: ${ids.join()}`);
      for (const tag of ['details', 'table', 'ul', 'div', 'pre', 'dl', 'nav', 'section'])
        assert.equal(
          page.split(new RegExp(`<${tag}\\b`)).length,
          page.split(`</${tag}>`).length,
          `${address}: ${tag}`,
        );
    }
  });

  it('weigh little: the first view with style sheet and script', () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    const bytesOf = (text: string): number => brotliCompressSync(text, { params }).length;
    const shared = bytesOf(styleSheet.text) + bytesOf(script.text);
    for (const [address, page] of pages) {
      assert.ok(bytesOf(page) <= ownBytesMax, `${address}: ${bytesOf(page)}`);
      assert.ok(shared + bytesOf(page) <= firstViewBytesMax, address);
    }
  });

  for (const language of languages)
    it(`${language}: show every endpoint, field, code and error`, () => {
      const all = [...pages]
        .filter(([address]) => address.startsWith(`/docs/${language}/`))
        .map(([, page]) => page);
      const has = (text: string): boolean => all.some((page) => page.includes(text));
      for (const { path } of [...endpoints, ...smsEndpoints]) assert.ok(has(path), path);
      for (const schema of Object.values(document.components.schemas))
        for (const field of Object.keys(schema.properties ?? {})) assert.ok(has(field), field);
      for (const { id, code } of errorCatalogue) {
        const page = docs.page(language, `errors/${id ?? 'unknown'}`);
        assert.ok(page?.includes(code), code);
      }
      for (const { code } of [...document['x-codes'], ...document['x-sms-codes']])
        assert.ok(code < 400 || docs.page(language, `errors/${code}`) !== null, String(code));
      for (const word of ['webhook-signature', 'Idempotency-Key', 'X-Batch-Id', 'App-Key'])
        assert.ok(has(word), word);
    });

  it('the anchors of the single page of before lead on', () => {
    const start = docs.page('en', 'start')!;
    const written = /data-anchors="([^"]*)"/.exec(start)![1]!.replaceAll('&quot;', '"');
    const anchors = JSON.parse(written) as { [anchor: string]: string };
    for (const name of ['operation', 'send-sms', 'signing', 'sandbox', 'verify-callbacks']) {
      const [page = '', anchor = ''] = anchors[name]!.split('#');
      const target = docs.page('en', page);
      assert.ok(target !== null, name);
      assert.ok(anchor === '' || idsOf(target).includes(anchor), name);
    }
  });

  it('escape what they are given', () => {
    const hostile = 'https://x/"><script>alert(1)</script>';
    const there = createDocs({
      baseUrl: hostile,
      isSandbox: true,
      document: openapiDocument({ baseUrl: hostile, version: '<b>' }),
    });
    for (const name of ['start', 'collect', 'callbacks', 'reference/operation'])
      assert.doesNotMatch(there.page('fr', name)!, /<script>|<b>/);
  });
});

describe('search', () => {
  it('finds guides, calls and errors, with and without accents, and one letter wrong', async () => {
    const first = async (language: Language, query: string): Promise<string> =>
      (await docs.search(language, query))[0]?.page ?? '';
    assert.match(await first('en', 'verify signature'), /^callbacks/);
    assert.match(await first('fr', 'verifier signature'), /^callbacks/);
    assert.match(await first('en', 'webhok'), /^callbacks/);
    assert.equal(await first('en', '4009'), 'errors/4009');
    assert.equal(await first('en', 'error 26'), 'errors/26');
    assert.match(await first('en', 'preview-operation'), /preview/);
    assert.deepEqual(await docs.search('en', 'zzzzzz'), []);
    assert.deepEqual(await docs.search('en', ''), []);
  });

  it('answers the longest and worst query', async () => {
    for (const query of [
      'a'.repeat(100_000),
      'e '.repeat(50_000),
      '«'.repeat(50_000),
      'é'.repeat(90),
    ])
      assert.ok((await docs.search('en', query)).length <= 12);
  });

  it('an unknown page shows what its words find', async () => {
    const page = await docs.unknownPage('en', 'payments/refund-cancel');
    assert.match(page, /reference\/transaction-refund-cancel/);
    assert.doesNotMatch(await docs.unknownPage('en', '"><script>'), /"><script>/);
  });
});
