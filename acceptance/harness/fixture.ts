// Common fixture of nearly every test file: the shared installation, an account and a client of
// its own, and a receiver of callbacks.

import { createAccount } from './account.ts';
import type { Account, AccountOptions } from './account.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { startReceiver } from './receiver.ts';
import type { Receiver } from './receiver.ts';
import { sharedInstallation } from './shared-installation.ts';
import type { SharedInstallation } from './shared-installation.ts';
import { uniqueId, uniquePhone } from './values.ts';

export interface Fixture {
  installation: SharedInstallation;
  account: Account;
  client: Client;
  receiver: Receiver;
  /** A further account on the same installation. */
  newClient(options?: AccountOptions): Promise<Client>;
  close(): Promise<void>;
}

export async function openFixture(options: AccountOptions = {}): Promise<Fixture> {
  const installation = await sharedInstallation();
  const [account, receiver] = await Promise.all([
    createAccount(installation, options),
    startReceiver(),
  ]);
  return {
    installation,
    account,
    client: createClient(installation.baseUrl, account.apiKey),
    receiver,
    newClient: async (more) =>
      createClient(installation.baseUrl, (await createAccount(installation, more)).apiKey),
    async close() {
      await receiver.close();
      await installation.stop();
    },
  };
}

/**
 * Members of a pay-out of 100 to a phone that no other test pays; `members` are added or replace
 * them, undefined ones are left out.
 */
export function payOut(members: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    phone: uniquePhone(),
    amount: 100,
    codeService: 'OPC_SN_API_CASH_IN',
    externalTransactionId: uniqueId(),
    ...members,
  };
}
