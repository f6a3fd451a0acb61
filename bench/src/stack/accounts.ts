// Creates many developer accounts at once, in this process: the command line would take a second
// for each.

import { createAccount } from '../../../gateway/src/payments/accounts/index.ts';
import { readConfig } from '../../../gateway/src/node/config/config.ts';
import { openInstallation } from '../../../gateway/src/node/start/installation.ts';
import { openLog } from '../../../gateway/src/platform/log.ts';
import type { Account } from './index.ts';

const minorPerUnit = 10_000n;

/** `environment`: of the installation. `fundUnits`: the balance of each. */
export async function createAccounts(
  environment: NodeJS.ProcessEnv,
  fundUnits: number,
  count: number,
): Promise<Account[]> {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join('; '));
  const log = openLog('warn', 'bench');
  const { database, secrets, close } = await openInstallation(read.config, log, 'command');
  const accounts: Account[] = [];
  try {
    for (let number = 1; number <= count; number++) {
      const created = await createAccount(database, secrets, {
        name: `bench ${number}`,
        currency: 'XOF',
        fundMinor: BigInt(fundUnits) * minorPerUnit,
        activate: 'all',
      });
      if (!created.ok) throw new Error('an account could not be created');
      const { accountId: id, apiKey } = created;
      accounts.push({ id, apiKey });
    }
  } finally {
    await close();
  }
  return accounts;
}
