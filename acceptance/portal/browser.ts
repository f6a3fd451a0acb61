// Which browser do the journeys run in? A Chromium that comes as an npm package, so that it is the same everywhere it runs; elsewhere the one
// that CHROME_PATH names. One for all tests of a file.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

const unpackWithinMs = 60_000;
/** What the package switches off for scraping: the browser's own walls are part of what is tested. */
const unwanted = /^--(single-process|disable-web-security|allow-running-insecure-content|disable-site-isolation-trials|no-zygote)/;

/** Starts the browser. */
export async function startBrowser(): Promise<Browser> {
  const args = [...chromium.args.filter((word) => !unwanted.test(word)), '--disable-gpu'];
  return playwright.launch({ executablePath: await findChromium(), args, headless: true });
}

/** The package unpacks its browser at the first use; test files that run at the same time wait for one another. */
async function findChromium(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined) return named;
  const lock = join(tmpdir(), 'jokko-chromium-unpacking');
  const deadline = performance.now() + unpackWithinMs;
  while (!take(lock)) {
    if (performance.now() > deadline) rmSync(lock, { recursive: true, force: true });
    await sleep(50);
  }
  try {
    return await chromium.executablePath();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function take(lock: string): boolean {
  if (existsSync(lock)) return false;
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
