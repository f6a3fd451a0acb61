// Configuration of a route to the simulator, and what it sells in Senegal.

import type { OperationKind, ProductTerms } from '@jokko/connectors/kit';
import type { DtOneConfig } from '../config.ts';

export function sandboxConfig(simulatorUrl: string): DtOneConfig {
  return {
    baseUrl: `${simulatorUrl}/dt-one/v1`,
    apiKey: 'dtone-sandbox',
    apiSecret: 'dtone-sandbox-secret',
    sandbox: true,
  };
}

const ids: { readonly [kind: string]: string } = { airtime: '101', reload: '104', bill_pay: '105' };

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
