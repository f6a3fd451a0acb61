// Reload: tops up a card, a meter or a customer number.
import type { Static, TObject } from 'typebox';
import { accountNumberLabel } from './bill-pay.ts';
import { readAs, unread, type RequestForm, type ServiceKind } from './kind.ts';
import { accountText, exampleApiKey, exampleCallbackUrl, missingExtras } from './members.ts';

export interface ReloadExtra {
  type: 'reload';
  accountNumber: string;
}

const form = {
  name: 'reload',
  title: { en: 'reloads (_BILL_RELOAD)', fr: 'recharges (_BILL_RELOAD)' },
  fields: {
    accountNumber: accountText(
      'Card, meter or customer number to reload.',
      'Numéro de carte, de compteur ou de client à recharger.',
    ),
  },
  required: ['accountNumber'],
} as const satisfies RequestForm;
/** Callers may name the account as they do for bills. */
type Members = Static<TObject<typeof form.fields>> & { billAccountNumber?: string };

const body = {
  phone: '770000001',
  amount: 100,
  codeService: 'RELOADA_SN_BILL_RELOAD',
  externalTransactionId: 'RELOAD-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  data: '{"my_custom_field":"some_value"}',
  accountNumber: '1234567890',
};

export const reload = {
  name: 'reload',
  direction: 'DEBIT',
  typeServices: ['BILL_BUY_RELOAD'],
  // A code that says both is a bill's.
  codes: { pattern: /^(?!.*_BILL_PAY).*_BILL_RELOAD/s, endings: ['_BILL_RELOAD'] },
  links: ['none'],
  form,
  requiredFields: { accountNumber: accountNumberLabel },
  examples: [{ name: 'reload', title: { en: 'Prepaid reload', fr: 'Recharge prépayée' }, body }],
  sample: {
    codeService: body.codeService,
    extra: (digits) => ({ type: 'reload', accountNumber: `1400000${digits}` }),
  },
  icon: 'M13 3 6 13h5l-1 8 7-10h-5z',
  extraType: 'reload',
  read(members) {
    const faults = missingExtras(members, form.required);
    if (faults.length > 0) return unread(faults);
    const accountNumber = (members.accountNumber || members.billAccountNumber)!.trim();
    return readAs({ type: 'reload', accountNumber });
  },
  fingerprint: (extra) => [extra],
  sandbox: {
    digitsMember: 'accountNumber',
    digits: ({ accountNumber }) => accountNumber,
    order: ({ accountNumber }) => ({ reload: { accountNumber } }),
  },
} as const satisfies ServiceKind<Members, ReloadExtra>;
