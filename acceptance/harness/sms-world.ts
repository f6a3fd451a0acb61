// What does a test of SMS delivery need? An installation of its own whose links are its own, all of them bound, and an application on it.

import { createAccount } from './account.ts';
import type { Account, AccountOptions } from './account.ts';
import { createClient } from './client.ts';
import { startInstallation } from './installation.ts';
import type { Installation } from './installation.ts';
import { openCentre } from './sms-centre.ts';
import type { Centre } from './sms-centre.ts';
import { accountOf, importRouting, smsNumber } from './sms-routing.ts';
import type { TestRouting } from './sms-routing.ts';
import { createSmsApp, createSmsClient } from './sms.ts';
import type { SmsApp, SmsClient } from './sms.ts';
import { until } from './until.ts';

export interface SmsWorld {
  installation: Installation;
  account: Account;
  app: SmsApp;
  sms: SmsClient;
  centre: Centre;
  /** A number of a link that no other call gave; its last four digits choose the outcome. */
  number(link: string, lastFour?: string): string;
  /** Many of them. */
  numbers(link: string, count: number): string[];
  /** XOF. */
  balance(): Promise<number>;
  /** A further account with an application. */
  newApp(options?: AccountOptions, set?: readonly string[]): Promise<{ account: Account; app: SmsApp; sms: SmsClient }>;
  untilBound(link: string): Promise<void>;
  close(): Promise<void>;
}

export interface SmsWorldOptions {
  env?: Record<string, string>;
  /** Done before the routing is imported, e.g. what a link's account in the simulator is to do from the beginning. */
  prepare?(centre: Centre): Promise<void>;
  /** Links that will not come up by themselves. */
  unbound?: readonly string[];
}

/** Receipts come so soon. */
const delayMs = 100;

export async function openSmsWorld(routing: TestRouting, { env = {}, prepare, unbound = [] }: SmsWorldOptions = {}): Promise<SmsWorld> {
  const installation = await startInstallation({ env: { SIM_DELAY_MS: String(delayMs), ...env } });
  try {
    const centre = openCentre(installation.simulatorUrl);
    await prepare?.(centre);
    await importRouting(installation, routing);
    const newApp: SmsWorld['newApp'] = async (options, set) => {
      const account = await createAccount(installation, options);
      const app = await createSmsApp(installation, account.accountId, set);
      return { account, app, sms: createSmsClient(() => installation.baseUrl, app.appKey) };
    };
    const untilBound = async (link: string): Promise<void> => {
      await until(`${link} is bound`, async () => (await centre.binds(accountOf(link))).length > 0, { timeoutMs: 15_000, everyMs: 50 });
    };
    const first = await newApp();
    const smpp = Object.entries(routing.links).filter(([name, { connector = 'smpp' }]) => connector === 'smpp' && !unbound.includes(name));
    await Promise.all(smpp.map(([name]) => untilBound(name)));
    const number: SmsWorld['number'] = (link, lastFour) => smsNumber(routing, link, lastFour);
    return {
      ...{ installation, ...first, centre, newApp, untilBound, number },
      numbers: (link, count) => Array.from({ length: count }, () => number(link)),
      balance: () => createClient(installation.baseUrl, first.account.apiKey).balance(),
      close: () => installation.stop(),
    };
  } catch (error) {
    await installation.stop();
    throw error;
  }
}
