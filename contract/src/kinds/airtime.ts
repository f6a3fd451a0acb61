// Airtime: credits a prepaid phone number. It reads nothing beside the common members.
import { readAs, type ServiceKind } from './kind.ts';
import { exampleApiKey, exampleCallbackUrl } from './members.ts';
import { plainForm } from './payout.ts';

export interface NoExtra {
  type: 'none';
}

const body = {
  phone: '770000001',
  amount: 500,
  codeService: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
  externalTransactionId: 'AIR-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
};

export const airtime = {
  name: 'airtime',
  direction: 'DEBIT',
  typeServices: ['CREDIT_TELEPHONIQUE'],
  codes: {
    pattern: /_AIRTIME_CREDIT_TELEPHONIQUE(_2)?$/,
    endings: ['_AIRTIME_CREDIT_TELEPHONIQUE'],
  },
  links: ['none'],
  form: plainForm,
  requiredFields: {},
  inPayoutFiles: true,
  examples: [{ name: 'airtime', title: { en: 'Airtime', fr: 'Crédit téléphonique' }, body }],
  sample: { codeService: body.codeService, extra: () => ({ type: 'none' }) },
  icon: 'M8 3h8v18H8zM11 18h2',
  extraType: 'none',
  read: () => readAs({ type: 'none' }),
  fingerprint: (extra) => [extra],
  sandbox: { digitsMember: null, digits: () => null, order: () => ({}) },
} as const satisfies ServiceKind<object, NoExtra>;
