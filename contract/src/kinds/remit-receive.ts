// Remittance received: collects what waits under a withdrawal code.
import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import { described } from '../check/described.ts';
import { errorIds } from '../error-catalogue.ts';
import { readAs, unread, type RequestForm, type ServiceKind } from './kind.ts';
import { exampleApiKey, exampleCallbackUrl } from './members.ts';
import { remittanceIcon } from './remit-send.ts';

export interface RemitReceiveExtra {
  type: 'remit_receive';
  referenceNumber: string;
}

const form = {
  name: 'remitReceive',
  title: { en: 'receiving a remittance', fr: 'réception d’un transfert d’argent' },
  fields: {
    referenceNumber: Type.Optional(
      Type.String({
        maxLength: 32,
        pattern: '^\\d+$',
        'x-problem': 'notDigits',
        ...described(
          'Withdrawal code: digits sent as a string.',
          'Code de retrait : des chiffres envoyés dans une chaîne.',
        ),
      }),
    ),
  },
  required: ['referenceNumber'],
  orFromInquiry: true,
} as const satisfies RequestForm;
type Members = Static<TObject<typeof form.fields>>;

const body = {
  phone: '770000001',
  amount: 10000,
  codeService: 'REMIT_SN_API_CASH_OUT',
  externalTransactionId: 'REMIT-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  referenceNumber: '89000005',
};

export const remitReceive = {
  name: 'remit_receive',
  direction: 'CREDIT',
  typeServices: ['CASHOUT'],
  codes: { pattern: /^REMIT(?!.*_BILL_(?:PAY|RELOAD)).*_CASH_OUT/s, endings: [] },
  links: ['none'],
  form,
  requiredFields: { referenceNumber: { fr: 'Numéro de référence', en: 'Reference number' } },
  examples: [
    {
      name: 'remittance-pay-out',
      title: {
        en: 'Receive a remittance (after remit-reception-info)',
        fr: 'Recevoir un transfert (après remit-reception-info)',
      },
      body,
    },
  ],
  sample: {
    codeService: body.codeService,
    extra: (digits, anyDigits) => {
      const [first, ...others] = anyDigits(4);
      // Never 0 or 9 first: both have a meaning at the sandbox's provider.
      const number = `${1 + (Number(first) % 8)}${others.join('')}`;
      return { type: 'remit_receive', referenceNumber: `${number}${digits}` };
    },
  },
  icon: remittanceIcon,
  extraType: 'remit_receive',
  read(members, { clientData, recent }) {
    const given = members.referenceNumber || clientData?.['referenceNumber'] || recent.reference;
    if (given === undefined || given === null || given === '')
      return unread([{ field: 'referenceNumber', problem: 'missing' }]);
    // What stands in `data` has not been checked by form.
    if (typeof given !== 'string' || !/^\d{1,64}$/.test(given))
      return unread(
        [{ field: 'referenceNumber', problem: 'notDigits' }],
        errorIds.referenceInvalid,
      );
    return readAs({ type: 'remit_receive', referenceNumber: given });
  },
  fingerprint: (extra) => [extra],
  sandbox: {
    digitsMember: 'referenceNumber',
    digits: ({ referenceNumber }) => referenceNumber,
    order: ({ referenceNumber }) => ({ remitReceive: { referenceNumber } }),
  },
} as const satisfies ServiceKind<Members, RemitReceiveExtra>;
