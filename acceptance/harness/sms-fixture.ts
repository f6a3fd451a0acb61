// Fixture of the SMS delivery tests: an installation with its own carrier connections, all of them
// bound, and an application on it.

import { createAccount } from './account.ts';
import type { Account, AccountOptions } from './account.ts';
import { createClient } from './client.ts';
import { hostInstallation, startInstallation } from './installation.ts';
import type { HostedInstallation } from './installation.ts';
import { openSmsc } from './smsc.ts';
import type { Smsc } from './smsc.ts';
import { accountOf, importRouting, smsNumber } from './sms-routing.ts';
import type { TestRouting } from './sms-routing.ts';
import { createSmsApp, createSmsClient } from './sms.ts';
import type { SmsApp, SmsClient } from './sms.ts';
import { until } from './until.ts';

export interface SmsFixture {
  installation: HostedInstallation;
  account: Account;
  app: SmsApp;
  sms: SmsClient;
  smsc: Smsc;
  /** A number of a connection that no other call gave; its last four digits choose the outcome. */
  number(connection: string, lastFour?: string): string;
  /** Many of them. */
  numbers(connection: string, count: number): string[];
  /** XOF. */
  balance(): Promise<number>;
  /** A further account with an application. */
  newApp(
    options?: AccountOptions,
    set?: readonly string[],
  ): Promise<{ account: Account; app: SmsApp; sms: SmsClient }>;
  untilBound(connection: string): Promise<void>;
  close(): Promise<void>;
}

export interface SmsFixtureOptions {
  env?: Record<string, string>;
  /** For tests of the node's process. */
  ownProcess?: boolean;
  /**
   * Done before the routing is imported, e.g. what a connection's account in the simulator is to do
   * from the beginning.
   */
  prepare?(smsc: Smsc): Promise<void>;
  /** Connections that will not come up by themselves. */
  unbound?: readonly string[];
}

/** Receipts come so soon. */
const delayMs = 100;

export async function openSmsFixture(
  routing: TestRouting,
  { env = {}, ownProcess = false, prepare, unbound = [] }: SmsFixtureOptions = {},
): Promise<SmsFixture> {
  const begin = ownProcess ? startInstallation : hostInstallation;
  const installation = await begin({ env: { SIM_DELAY_MS: String(delayMs), ...env } });
  try {
    const smsc = openSmsc(installation.simulatorUrl);
    await prepare?.(smsc);
    await importRouting(installation, routing);
    const newApp: SmsFixture['newApp'] = async (options, set) => {
      const account = await createAccount(installation, options);
      const app = await createSmsApp(installation, account.accountId, set);
      return { account, app, sms: createSmsClient(() => installation.baseUrl, app.appKey) };
    };
    const untilBound = async (connection: string): Promise<void> => {
      await until(
        `${connection} is bound`,
        async () => (await smsc.binds(accountOf(connection))).length > 0,
        { everyMs: 50 },
      );
    };
    const first = await newApp();
    const smpp = Object.entries(routing.connections).filter(
      ([name, { connector = 'smpp' }]) => connector === 'smpp' && !unbound.includes(name),
    );
    await Promise.all(smpp.map(([name]) => untilBound(name)));
    const number: SmsFixture['number'] = (connection, lastFour) =>
      smsNumber(routing, connection, lastFour);
    return {
      installation,
      ...first,
      smsc,
      newApp,
      untilBound,
      number,
      numbers: (connection, count) => Array.from({ length: count }, () => number(connection)),
      balance: () => createClient(installation.baseUrl, first.account.apiKey).balance(),
      close: () => installation.stop(),
    };
  } catch (error) {
    await installation.stop();
    throw error;
  }
}
