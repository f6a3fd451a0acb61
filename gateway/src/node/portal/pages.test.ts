// The built pages: compressed, cached for good where their names hold a hash, one page for every
// address that is asked for as a page.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startPortal } from './testing/portal.ts';
import type { Portal } from './testing/portal.ts';

const script = 'console.log("portal")'.repeat(100);
const page = '<!doctype html><title>Jokko</title><script src="/assets/index-abc.js"></script>';
let portal: Portal;
let files: string;

before(async () => {
  files = mkdtempSync(join(tmpdir(), 'jokko-pages-'));
  mkdirSync(join(files, 'assets'));
  writeFileSync(join(files, 'index.html'), page);
  writeFileSync(join(files, 'manifest.json'), '{}');
  writeFileSync(join(files, 'service-worker.js'), 'self.build = 1;');
  const preloads = [
    { pattern: '/sign-in', open: true, link: '</assets/sign-in.js>; rel=modulepreload' },
    { pattern: '/transactions/:id', open: false, link: '</assets/one.js>; rel=modulepreload' },
  ];
  writeFileSync(join(files, 'preloads.json'), JSON.stringify(preloads));
  writeFileSync(join(files, 'assets/index-abc.js'), script);
  writeFileSync(join(files, 'assets/icon-abc.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(files, 'assets/index-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(files, 'assets/index-abc.js.gz'), gzipSync(script));
  portal = await startPortal({ files });
});
after(async () => {
  await portal.close();
  rmSync(files, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${portal.origin}${path}`, { headers });
const asPage = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('every address asked for as a page gets the one page, and is asked again for each time', async () => {
  for (const path of ['/', '/transactions/12?status=SUCCESS', '/sign-in', '/index.html']) {
    const response = await get(path, asPage);
    assert.deepEqual([response.status, await response.text()], [200, page], path);
    assert.equal(response.headers.get('cache-control'), 'no-cache');
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  }
  const etag = (await get('/', asPage)).headers.get('etag')!;
  assert.equal((await get('/', { ...asPage, 'if-none-match': etag })).status, 304);
});

test('programs, interfaces and missing files get no page', async () => {
  assert.equal((await get('/transactions', { accept: '*/*' })).status, 404);
  assert.equal((await get('/', { accept: '*/*' })).status, 200, 'the portal itself is there');
  for (const path of [
    '/api-services/none',
    '/api/none',
    '/portal/api/none',
    '/assets/gone.js',
    '/providers/x',
  ])
    assert.equal((await get(path, asPage)).status, 404, path);
  assert.equal(
    (await fetch(`${portal.origin}/x`, { method: 'POST', headers: asPage })).status,
    404,
  );
  for (const path of ['/manifest.json', '/preloads.json'])
    assert.equal((await get(path)).status, 404, 'of the build alone');
  for (const path of [
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
  ])
    assert.notEqual((await get(path, { accept: '*/*' })).status, 200, path);
});

test('files with a hash in their names are kept for good and sent as they were compressed', async () => {
  for (const [accepted, sent] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await get('/assets/index-abc.js', { 'accept-encoding': accepted });
    assert.equal(response.headers.get('content-encoding'), sent);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(response.headers.get('vary'), 'accept-encoding');
    assert.equal(await response.text(), script);
  }
});

test('the service worker is asked for each time, reaches the whole portal, and may ask the gateway', async () => {
  const response = await get('/service-worker.js');
  assert.deepEqual([response.status, await response.text()], [200, 'self.build = 1;']);
  assert.equal(response.headers.get('cache-control'), 'no-cache');
  assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
  const policy = response.headers.get('content-security-policy')!.split('; ');
  for (const part of ["worker-src 'self'", "connect-src 'self'"])
    assert.ok(policy.includes(part), part);
});

test('a page names the files that it needs next: its own where somebody is signed in, else those of the page to sign in', async () => {
  const link = async (path: string, cookie = '') =>
    (await get(path, { ...asPage, cookie })).headers.get('link');
  const session = `jokko=${'a'.repeat(43)}`;
  const [signIn, one] = [
    '</assets/sign-in.js>; rel=modulepreload',
    '</assets/one.js>; rel=modulepreload',
  ];
  assert.equal(await link('/transactions/12?tab=story', session), one);
  assert.equal(await link('/transactions/12'), signIn);
  assert.equal(await link('/sign-in', session), signIn);
  for (const path of ['/nowhere', '/transactions', '/transactions/12/more'])
    assert.equal(await link(path, session), null, path);
});

test('pages and answers let in nothing from elsewhere and no script inside', async () => {
  for (const response of [
    await get('/', asPage),
    await get('/portal/api/installation'),
    await get('/service-worker.js'),
    await get('/assets/icon-abc.svg'),
  ]) {
    const policy = response.headers.get('content-security-policy')!;
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      assert.ok(policy.split('; ').includes(part), part);
    assert.doesNotMatch(policy, /unsafe|\*|http/);
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('strict-transport-security'), null, 'not over http');
  }
  assert.equal((await get('/portal/api/installation')).headers.get('cache-control'), 'no-store');
  const { headers } = await get('/assets/index-abc.js');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
});

test('a portal that is not built says so', async () => {
  const unbuilt = await startPortal();
  try {
    const response = await fetch(unbuilt.origin, { headers: asPage });
    assert.equal(response.status, 503);
    assert.match(await response.text(), /npm start/);
  } finally {
    await unbuilt.close();
  }
});
