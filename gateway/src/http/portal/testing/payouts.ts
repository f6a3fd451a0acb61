// Against what do tests of the portal check payouts? The sandbox's connectors, and accounts of the test's database; nobody is called.

import { createDirectory } from '../../../domain/accounts/index.ts';
import { testSettings } from '../../../domain/catalogue/testing.ts';
import { createCardVault, createProviders } from '../../../domain/operations/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import { createAddressGuard } from '../../../outbound/guard.ts';
import type { PayoutDeps } from '../handlers/payouts.ts';

export function testPayouts({ database, secrets }: PeopleDeps): PayoutDeps['payouts'] {
  const providers = createProviders({
    connectors: testSettings.connectors,
    call: () => Promise.reject(new Error('nobody is called here')),
    vault: createCardVault(),
    log: () => {},
    noticeKey: Buffer.from('k'),
    publicUrl: 'http://127.0.0.1',
  });
  const guard = createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] });
  return {
    quote: { providers, guard, sandbox: true, now: Date.now },
    accountOf: async (accountId) => createDirectory(database, secrets).byId(accountId),
  };
}
