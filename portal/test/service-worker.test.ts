// The service worker as the build writes it. A browser refuses one that does not parse, and the
// portal then opens on no bad line, without a word about it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { workerText } from '../build/worker.ts';

const source = readFileSync(join(import.meta.dirname, '../src/worker/service-worker.js'), 'utf8');
const values = { BUILD: '"abc"', SHELL: '["/assets/a.js"]', PAGES: '["","keys"]' };

test('R2 the service worker that the build writes can be run, and listens', () => {
  const text = workerText(source, values);
  const heard: string[] = [];
  runInNewContext(text, { self: { addEventListener: (event: string) => heard.push(event) } });
  assert.deepEqual(heard, ['install', 'activate', 'message', 'fetch']);
  assert.match(text, /const build = "abc"/);
  assert.doesNotMatch(text, /\/\/|\/\*/, 'no comments');
});

test('a service worker that would not parse stops the build', () => {
  assert.throws(() => workerText(`${source}\n * broken\n`, values), /the service worker/);
  assert.throws(() => workerText("const other = '__OTHER__';", values), /nothing fills/);
});
