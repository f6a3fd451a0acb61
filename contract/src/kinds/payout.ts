// Payout: pays the owner of a wallet. Mind the words of the interface: its type is CASHIN.
import { exampleApiKey, exampleCallbackUrl } from './members.ts';
import { readAs, type RequestForm, type ServiceKind } from './kind.ts';
import type { WalletExtra } from './collect.ts';

/** The common members alone; airtime has no others either. */
export const plainForm = {
  name: 'plain',
  title: { en: 'cash-in and airtime', fr: 'cash-in et crédit téléphonique' },
  fields: {},
  required: [],
} as const satisfies RequestForm;

const body = {
  phone: '770000001',
  amount: 350,
  codeService: 'OPA_SN_API_CASH_IN',
  externalTransactionId: 'PAYOUT-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  data: {},
};

export const payout = {
  name: 'payout',
  direction: 'DEBIT',
  typeServices: ['CASHIN'],
  codes: { pattern: /_CASH_IN/, endings: ['_API_CASH_IN', '_WALLET_CASH_IN'] },
  links: ['none'],
  form: plainForm,
  requiredFields: {},
  inPayoutFiles: true,
  examples: [
    {
      name: 'cash-in',
      title: {
        en: 'Pay a wallet (cash-in: debits your balance)',
        fr: 'Payer un portefeuille (cash-in : débite votre solde)',
      },
      body,
    },
  ],
  sample: { codeService: body.codeService, extra: () => ({ type: 'wallet', link: 'none' }) },
  icon: 'M12 4v11m0 0-4-4m4 4 4-4M5 19h14',
  extraType: 'wallet',
  read: () => readAs({ type: 'wallet', link: 'none' }),
  fingerprint: (extra) => [extra],
  sandbox: { digitsMember: null, digits: () => null },
} as const satisfies ServiceKind<object, WalletExtra>;
