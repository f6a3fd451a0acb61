// Test credentials of the simulated MTN MoMo, good from the start; more API users can be made as in
// the provider's sandbox.

export interface ApiUser {
  key: string | null;
  callbackHost: string;
}

/** Subscription keys by product. */
export const subscriptionKeys = {
  collection: 'sandbox-collection-subscription-key',
  disbursement: 'sandbox-disbursement-subscription-key',
} as const;

export type Product = keyof typeof subscriptionKeys;

export const isProduct = (text: string): text is Product => Object.hasOwn(subscriptionKeys, text);

/** API user and key that exist from the start, of both products. */
export const firstUser = {
  id: '6c6bd9f0-3f1b-4c2a-9f10-5d3c2e0a7b11',
  key: 'sandbox-mtn-momo-api-key',
};

/** `X-Target-Environment` and the currencies of each. */
export const environments: { readonly [name: string]: readonly string[] } = {
  sandbox: ['EUR'],
  mtnbenin: ['XOF'],
  mtnivorycoast: ['XOF'],
  mtncameroon: ['XAF'],
  mtncongo: ['XAF'],
  mtnguineaconakry: ['GNF'],
  mtnghana: ['GHS'],
  mtnuganda: ['UGX'],
  mtnzambia: ['ZMW'],
  mtnswaziland: ['SZL'],
  mtnsouthafrica: ['ZAR'],
  mtnliberia: ['LRD', 'USD'],
  mtnsouthsudan: ['SSP'],
  mtnnigeria: ['NGN'],
  mtnrwanda: ['RWF'],
};
