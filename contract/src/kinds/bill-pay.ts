// Bill payment: pays a bill that list-pending-bills has named.
import type { Static, TObject } from 'typebox';
import { readAs, unread, type RequestForm, type ServiceKind } from './kind.ts';
import { accountText, exampleApiKey, exampleCallbackUrl, missingExtras } from './members.ts';

export interface BillExtra {
  type: 'bill';
  accountNumber: string;
  billReference: string;
}

export const accountNumberLabel = { fr: 'Numéro de compte', en: 'Account number' };

const form = {
  name: 'billPay',
  title: { en: 'bills (_BILL_PAY)', fr: 'factures (_BILL_PAY)' },
  fields: {
    accountNumber: accountText(
      'Account at the biller, as given to list-pending-bills.',
      'Compte chez le facturier, tel que donné à list-pending-bills.',
    ),
    billAccountNumber: accountText(
      'Accepted in place of accountNumber.',
      'Accepté à la place de accountNumber.',
    ),
    billReference: accountText(
      'Reference of the bill, from list-pending-bills.',
      'Référence de la facture, donnée par list-pending-bills.',
    ),
  },
  required: ['accountNumber', 'billReference'],
} as const satisfies RequestForm;
type Members = Static<TObject<typeof form.fields>>;

const body = {
  phone: '770000001',
  amount: 27684,
  codeService: 'BILLERA_SN_BILL_PAY',
  externalTransactionId: 'BILL-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  data: { customer: 42 },
  accountNumber: '21000000001',
  billReference: '1060000000001',
};

export const billPay = {
  name: 'bill_pay',
  direction: 'DEBIT',
  // Community collections are spelled `_BILL_PAY` and typed as reloads: their bills are listed and
  // paid like any other.
  typeServices: ['BILL_PAY', 'BILL_BUY_RELOAD'],
  codes: { pattern: /_BILL_PAY/, endings: ['_BILL_PAY'] },
  links: ['none'],
  form,
  requiredFields: {
    accountNumber: accountNumberLabel,
    billReference: { fr: 'Référence de facture', en: 'Bill reference' },
  },
  examples: [
    {
      name: 'bill-pay',
      title: {
        en: 'Pay a bill (after list-pending-bills)',
        fr: 'Payer une facture (après list-pending-bills)',
      },
      body,
    },
  ],
  sample: {
    codeService: body.codeService,
    extra: (digits, anyDigits) => ({
      type: 'bill',
      accountNumber: `21${anyDigits(5)}${digits}`,
      billReference: body.billReference,
    }),
  },
  icon: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  extraType: 'bill',
  read(members) {
    const faults = missingExtras(members, form.required);
    if (faults.length > 0) return unread(faults);
    return readAs({
      type: 'bill',
      accountNumber: (members.accountNumber || members.billAccountNumber)!.trim(),
      billReference: members.billReference!.trim(),
    });
  },
  fingerprint: (extra) => [extra],
  sandbox: {
    digitsMember: 'accountNumber',
    digits: ({ accountNumber }) => accountNumber,
    order: ({ accountNumber, billReference }) => ({ bill: { accountNumber, billReference } }),
  },
} as const satisfies ServiceKind<Members, BillExtra>;
