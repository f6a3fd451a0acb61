// Payout checks of the portal tests: the sandbox's connectors, and accounts of the test's
// database. No provider is called.

import { createDirectory } from '../../../payments/accounts/index.ts';
import { testSettings } from '../../../payments/catalogue/testing.ts';
import { createCardVault, createProviders } from '../../../payments/operations/index.ts';
import type { UsersDeps } from '../../../backoffice/users/index.ts';
import { createAddressGuard } from '../../../platform/outbound/guard.ts';
import type { PayoutDeps } from '../../../backoffice/payouts/http-payout-call.ts';

export function testPayouts({ database, secrets }: UsersDeps): PayoutDeps['payouts'] {
  const providers = createProviders({
    connectors: testSettings.connectors,
    call: () => Promise.reject(new Error('nobody is called here')),
    vault: createCardVault(),
    log: () => {},
    wallNow: Date.now,
    noticeKey: Buffer.from('k'),
    publicUrl: 'http://127.0.0.1',
  });
  const guard = createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] });
  return {
    quote: { providers, guard, sandbox: true, now: Date.now },
    accountOf: async (accountId) => createDirectory(database, secrets).byId(accountId),
  };
}
