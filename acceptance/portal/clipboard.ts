// Reads what a page has copied: a button writes the clipboard a moment after the click, and what
// was copied before stands there until then. Runs what was copied, as whoever copies a command
// does.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../harness/index.ts';

/** The clipboard's text once it holds `part`, which nothing that was copied before does. */
export const untilCopied = (page: Page, part: string): Promise<string> =>
  until(`${part} is copied`, async () => {
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    return text.includes(part) && text;
  });

const run = promisify(execFile);
/**
 * What a node on a busy machine may answer: too many at once, or not now. The same call is then
 * made again.
 */
const notNow: readonly unknown[] = [4029, 5000];

/** Runs a copied call of the interface in a shell; answers what it answered, which is a success. */
export async function runCopied<Data>(line: string): Promise<{ code: number; data: Data }> {
  const answer = await until('the call is taken', async () => {
    const { stdout } = await run('sh', ['-c', line]);
    const read = JSON.parse(stdout) as { code: number; data: Data };
    return !notNow.includes(read.code) && read;
  });
  assert.equal(answer.code, 2000, JSON.stringify(answer));
  return answer;
}
