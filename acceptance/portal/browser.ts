// Gives end-to-end tests their browser: a Chromium that comes as an npm package, so that it is the
// same everywhere it runs; elsewhere the one that CHROME_PATH names. All files of a process share
// one.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/** On a machine that is busy with something else, too. */
const unpackWithinMs = 240_000;
const launchWithinMs = 180_000;
/**
 * The package's own list is for a scraper in a small machine: it takes down the browser's walls,
 * which are part of what is tested, and draws in the browser's own process, so that a fault of the
 * drawing ends the browser (about one start in a thousand, more on a busy machine).
 */
const args = ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];
/**
 * A browser may still die while it starts. What is tested is the portal, not that; one that never
 * starts fails the file.
 */
const startsMax = 3;

/** The next file of the process begins within this time, or there is none. */
const idleMaxMs = 1_000;

let launched: Promise<Browser> | null = null;
let users = 0;
let idle: NodeJS.Timeout | undefined;

export interface SharedBrowser {
  browser: Browser;
  /** Closes what was opened in it. The browser ends when nobody else wants it. */
  release(): Promise<void>;
}

/** The browser that the files of this process share, one after the other. */
export async function shareBrowser(): Promise<SharedBrowser> {
  clearTimeout(idle);
  const present = (launched ??= startBrowser());
  // One that did not start, or has died, is nobody's any more: the next file begins with another.
  const forget = (): void => void (launched === present && (launched = null));
  present.then((browser) => browser.once('disconnected', forget), forget);
  const browser = await present;
  users += 1;
  return {
    browser,
    async release() {
      try {
        await Promise.all(browser.contexts().map((context) => context.close()));
      } finally {
        users -= 1;
        if (users === 0) idle = setTimeout(endBrowser, idleMaxMs);
      }
    },
  };
}

function endBrowser(): void {
  const ending = launched;
  launched = null;
  void ending?.then((browser) => browser.close());
}

async function startBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  for (let start = 1; ; start += 1)
    try {
      return await playwright.launch({
        executablePath,
        args,
        headless: true,
        chromiumSandbox: false,
        timeout: launchWithinMs,
      });
    } catch (error) {
      const died = String(error).includes('signal=SIG');
      if (!died || start === startsMax) throw error;
      console.error(`Chromium died while it started, for the ${start}. time: ${String(error)}`);
    }
}

/**
 * The package unpacks its browser at the first use; test files that run at the same time wait for
 * one another.
 */
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
