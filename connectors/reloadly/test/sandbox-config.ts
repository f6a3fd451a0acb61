// Configuration of a route to the simulator, and what it sells in Senegal.

import type { OperationKind, ProductTerms } from '@jokko/connectors/kit';
import type { ReloadlyConfig } from '../config.ts';

export function sandboxConfig(simulatorUrl: string): ReloadlyConfig {
  return {
    topupsUrl: `${simulatorUrl}/reloadly/topups`,
    utilitiesUrl: `${simulatorUrl}/reloadly/utilities`,
    tokenUrl: `${simulatorUrl}/reloadly/oauth/token`,
    clientId: 'reloadly-sandbox',
    clientSecret: 'reloadly-sandbox-secret',
    sandbox: true,
  };
}

const ids: { readonly [kind: string]: string } = { airtime: '101', reload: '11', bill_pay: '12' };

/** The product of a range. */
export function productFor(kind: OperationKind): ProductTerms {
  return {
    id: ids[kind] ?? '',
    currency: 'XOF',
    amounts: null,
    min: 10_000n,
    max: 50_000_000_000n,
  };
}
