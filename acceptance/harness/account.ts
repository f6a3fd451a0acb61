// Creates accounts for tests and moves their clock, through the command line as the operator would
// (0.5 s each).

import type { Installation } from './installation.ts';

export interface Account {
  accountId: number;
  apiKey: string;
  webhookSecret: string;
}

export interface AccountOptions {
  name?: string;
  /** In units of the currency; 1,000,000 unless given; 0: no money. */
  fund?: number;
  currency?: string;
  /** `all` (the default), `none`, or service codes with commas. */
  activate?: string;
  language?: 'fr' | 'en';
  /** Adds this much in the other currency (`account fund --currency`). */
  alsoFund?: { currency: string; amount: number };
  /** Words for `account set`, e.g. `['--callback-grace-ms', '0']`. */
  set?: readonly string[];
}

type Cli = Pick<Installation, 'cli'>;
let made = 0;

export async function createAccount({ cli }: Cli, options: AccountOptions = {}): Promise<Account> {
  const { fund = 1_000_000, activate = 'all', name = `Test ${process.pid}-${++made}` } = options;
  // In live mode an account has no key unless it is asked for.
  const words = ['account', 'create', '--name', name, '--activate', activate, '--with-key'];
  if (fund > 0) words.push('--fund', String(fund));
  if (options.currency !== undefined) words.push('--currency', options.currency);
  if (options.language !== undefined) words.push('--language', options.language);
  const account = await cli<Account>(words);
  const id = String(account.accountId);
  if (options.alsoFund !== undefined) {
    await cli([
      'account',
      'fund',
      id,
      String(options.alsoFund.amount),
      '--currency',
      options.alsoFund.currency,
    ]);
  }
  if (options.set !== undefined) await cli(['account', 'set', id, ...options.set]);
  return account;
}

/**
 * Moves the installation's clock and its simulator's. Never on the shared installation: other
 * files' tests would see it.
 */
export async function advanceClock({ cli }: Cli, seconds: number): Promise<void> {
  await cli(['clock', 'advance', String(seconds)]);
}
