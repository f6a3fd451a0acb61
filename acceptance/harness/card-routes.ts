// Routes cards to one of the simulated acquirers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Installation } from './installation.ts';
import { card } from './samples.ts';

const configs = {
  cybersource: {
    baseUrl: '${SIMULATOR_URL}/cybersource',
    merchantId: 'jokko_simulator',
    auth: 'jwt',
    keyId: '5f0c1c1e-51a1-4a70-8a70-000000000001',
    sharedSecret: 'c2ltdWxhdG9yLXNoYXJlZC1zZWNyZXQtMzItYnl0ZXM=',
    billingAddress: '1 rue de la Gare',
    billingCity: 'Dakar',
    billingCountry: 'SN',
    billingEmail: 'paiements@shop.example',
    sandbox: true,
  },
  stripe: {
    baseUrl: '${SIMULATOR_URL}/stripe',
    secretKey: 'sk_test_simulator',
    webhookSecret: 'whsec_simulator',
    sandbox: true,
  },
} as const;

/** From now on cards go to this acquirer. */
export async function sellCardsOver(
  { cli }: Pick<Installation, 'cli'>,
  connector: keyof typeof configs,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const catalogue = await cli<{ services: { code: string; route: string }[]; routes: object[] }>([
    'catalogue',
    'export',
  ]);
  const name = connector.toUpperCase();
  for (const service of catalogue.services)
    if (service.code === card.codeService) service.route = name;
  catalogue.routes.push({ name, connector, config: { ...configs[connector], ...changes } });
  const folder = mkdtempSync(join(tmpdir(), 'jokko-cards-'));
  const file = join(folder, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await cli(['catalogue', 'import', file]);
  rmSync(folder, { recursive: true });
}
