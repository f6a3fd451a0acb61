// Bank transfer: pays to a bank account, named by its RIB.
import type { Static, TObject } from 'typebox';
import { accountOfRib, normaliseRib } from '../rib.ts';
import { readAs, unread, type RequestForm, type ServiceKind } from './kind.ts';
import {
  accountText,
  customerFields,
  customerLabels,
  exampleApiKey,
  exampleCallbackUrl,
  missingExtras,
} from './members.ts';

export const bankTransferCode = 'BANK_TRANSFER_SN_API_CASH_IN';

export interface BankExtra {
  type: 'bank';
  rib: string;
  firstName: string;
  lastName: string;
  email: string | null;
  description: string;
}

const form = {
  name: 'bankTransfer',
  title: { en: 'bank transfer', fr: 'virement bancaire' },
  fields: {
    ...customerFields,
    rib: accountText(
      'Bank account (RIB), 24 characters; spaces are allowed.',
      'RIB, 24 caractères ; espaces autorisés.',
    ),
  },
  required: ['customerFirstName', 'customerLastName', 'rib'],
} as const satisfies RequestForm;
type Members = Static<TObject<typeof form.fields>>;

const body = {
  phone: '221770000001',
  amount: 1351,
  codeService: bankTransferCode,
  externalTransactionId: 'TRANSFER-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  data: {},
  customerFirstName: 'First',
  customerLastName: 'Last',
  customerEmail: null,
  rib: 'SN010 01520 000485000030 35',
  operationDescription: 'Purchase',
};

export const bankTransfer = {
  name: 'bank_transfer',
  direction: 'DEBIT',
  typeServices: ['CASHIN'],
  codes: { only: bankTransferCode, pattern: /^BANK_TRANSFER_SN_API_CASH_IN$/, endings: [] },
  links: ['none'],
  form,
  requiredFields: { rib: { fr: 'RIB', en: 'RIB' }, ...customerLabels },
  examples: [
    {
      name: 'bank-transfer',
      title: { en: 'Transfer to a bank account', fr: 'Virement vers un compte bancaire' },
      body,
    },
  ],
  sample: {
    codeService: bankTransferCode,
    extra: (digits) => ({
      type: 'bank',
      rib: `SN0120123412345678${digits}00`,
      firstName: 'Awa',
      lastName: 'Ndiaye',
      email: null,
      description: 'Salary',
    }),
  },
  icon: 'M4 9l8-5 8 5M4 20h16M6 9v8m4-8v8m4-8v8m4-8v8',
  extraType: 'bank',
  read(members, { sandbox }) {
    const faults = missingExtras(members, form.required);
    if (faults.length > 0) return unread(faults);
    const given = members as Required<Members>;
    const rib = normaliseRib(given.rib, { acceptZeroKey: sandbox });
    if (rib === null) return unread([{ field: 'rib', problem: 'invalidRib' }]);
    return readAs({
      type: 'bank',
      rib,
      firstName: given.customerFirstName,
      lastName: given.customerLastName,
      email: members.customerEmail ?? null,
      description: members.operationDescription ?? '',
    });
  },
  fingerprint: (extra) => [extra],
  sandbox: {
    digitsMember: 'rib',
    digits: ({ rib }) => accountOfRib(rib),
    order: ({ rib, firstName, lastName, email, description }) => ({
      bank: { rib, firstName, lastName, email, description },
    }),
  },
} as const satisfies ServiceKind<Members, BankExtra>;
