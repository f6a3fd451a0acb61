// Fixture of the portal's end-to-end tests: an installation with the built portal, a browser, and
// visitors whose page errors fail the test.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { hostInstallation, type HostedInstallation } from '../harness/index.ts';
import { openStoredRows } from '../harness/database.ts';
import { shareBrowser } from './browser.ts';
import { keepToasts } from './told.ts';

export interface VisitorOptions {
  language?: 'fr' | 'en';
  /** Another name of the same gateway: passkeys want one that is no number. */
  host?: 'localhost';
  /** Another origin that leads to the same gateway: a proxy's. */
  origin?: string;
  theme?: 'light' | 'dark';
  /** 1280 unless given; below 600 it is a phone. */
  width?: number;
}

/** A user at a browser of their own: no cookie is shared with another visitor. */
export interface Visitor {
  page: Page;
  /** Goes to a path of the portal. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface Harness {
  installation: HostedInstallation;
  visit(options?: VisitorOptions): Promise<Visitor>;
  close(): Promise<void>;
}

/** Far beyond what a page needs on a machine that stands still now and then. */
export const waitAtMostMs = 120_000;

/** Builds the portal where that is needed, and starts everything. `env` is the installation's. */
export async function openHarness(env: Record<string, string> = {}): Promise<Harness> {
  const built = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../scripts/ensure-built.mjs', import.meta.url))],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(built.status, 0, built.stderr);
  const installation = await hostInstallation({ env });
  const proofs = keepProofs(installation);
  const { browser, release } = await shareBrowser().catch(async (error: unknown) => {
    await proofs.end();
    await installation.stop();
    throw error;
  });
  return {
    installation,
    visit: (options = {}) =>
      openVisitor(
        browser,
        options.origin ??
          (options.host === undefined
            ? installation.baseUrl
            : `http://${options.host}:${new URL(installation.baseUrl).port}`),
        options,
      ),
    async close() {
      await release();
      await proofs.end();
      await installation.stop();
    },
  };
}

const proofsEveryMs = 60_000;

/**
 * A proof of who somebody is counts for five minutes, and then the portal asks for another one
 * before what it was told to do. A machine with much else to do takes longer for the tests of a
 * file: their visitors have just proved who they are, always.
 */
function keepProofs(installation: HostedInstallation): { end(): Promise<void> } {
  const rows = openStoredRows(installation);
  let last: Promise<unknown> = Promise.resolve();
  const renew = (): void => {
    last = rows.read('update portal_session set proved_at = jokko_now()').catch(() => {});
  };
  const timer = setInterval(renew, proofsEveryMs);
  return {
    async end() {
      clearInterval(timer);
      await last;
      await rows.close();
    },
  };
}

async function openVisitor(
  browser: Browser,
  baseURL: string,
  { language = 'fr', theme = 'light', width = 1_280 }: VisitorOptions = {},
): Promise<Visitor> {
  const phone = width < 600;
  const options: BrowserContextOptions = {
    baseURL,
    locale: language === 'fr' ? 'fr-SN' : 'en-GB',
    timezoneId: 'Africa/Dakar',
    colorScheme: theme,
    viewport: { width, height: phone ? 844 : 900 },
    ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
    reducedMotion: 'reduce',
  };
  const context = await browser.newContext(options);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await keepToasts(context);
  const page = await context.newPage();
  page.setDefaultTimeout(waitAtMostMs);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // An answer that refuses is written there by the browser itself, and is no fault of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return {
    page,
    async open(path) {
      await page.goto(path);
      await page.locator('h1').first().waitFor();
    },
    async close() {
      await context.close();
      assert.deepEqual(faults, [], 'faults of scripts, styles or the content-security policy');
    },
  };
}
