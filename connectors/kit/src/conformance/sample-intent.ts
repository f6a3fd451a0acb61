// Which order of each kind do tests send? Ordinary data; the caller says which digits decide.

import { randomUUID } from 'node:crypto';
import type { Extra, Intent, OperationKind } from '../intent.ts';

export interface SampleWish {
  /** Last four digits of the field that is read first for this kind; default 0001, which simply succeeds. */
  digits?: string;
  link?: 'none' | 'deepLink' | 'qr';
  /** Where notices go; default an address where nobody listens. */
  notifyUrl?: string;
  /** Ten-thousandths; default 1350 units. */
  amount?: bigint;
  billReference?: string;
  /** Puts the digits into the phone even where another field is read first. */
  digitsInPhone?: boolean;
  vaultHandle?: string;
}

/** An intent whose deciding field ends with the wanted digits. */
export function sampleIntent(kind: OperationKind, wish: SampleWish = {}): Intent {
  const digits = wish.digits ?? '0001';
  const extra = extraOf(kind, wish.digitsInPhone === true ? '0001' : digits, wish);
  const decidesByPhone =
    wish.digitsInPhone === true || extra.type === 'none' || extra.type === 'wallet' || extra.type === 'chat' || extra.type === 'remit_send';
  return {
    transactionId: randomUUID(),
    kind,
    codeService: serviceOf[kind],
    country: 'SN',
    amount: wish.amount ?? 13_500_000n,
    currency: 'XOF',
    phone: `+22177000${decidesByPhone ? digits : '0001'}`,
    urls: {
      notify: wish.notifyUrl ?? 'http://127.0.0.1:9/notices',
      success: 'https://shop.example/paid',
      error: 'https://shop.example/refused',
    },
    payerWindowMs: 900_000,
    extra,
  };
}

const serviceOf: { readonly [kind in OperationKind]: string } = {
  collect: 'OPA_SN_API_CASH_OUT',
  payout: 'OPA_SN_API_CASH_IN',
  card: 'BANK_CARD_API_CASH_OUT',
  airtime: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE',
  bill_pay: 'BILLERA_SN_BILL_PAY',
  reload: 'RELOADA_SN_BILL_RELOAD',
  bank_transfer: 'BANK_TRANSFER_SN_API_CASH_IN',
  chat: 'CHAT_MESSAGING',
  remit_send: 'REMIT_SN_API_CASH_IN',
  remit_receive: 'REMIT_SN_API_CASH_OUT',
};

function extraOf(kind: OperationKind, digits: string, wish: SampleWish): Extra {
  const person = { firstName: 'Awa', lastName: 'Ndiaye', email: null };
  switch (kind) {
    case 'collect':
    case 'payout':
      return { type: 'wallet', link: wish.link ?? 'none' };
    case 'airtime':
      return { type: 'none' };
    case 'card': {
      const vaultHandle = wish.vaultHandle ?? 'no-card';
      return {
        type: 'card',
        vaultHandle,
        lastFour: digits,
        cardType: 'MASTERCARD',
        ...person,
        merchantName: 'Shop',
        description: 'Purchase',
      };
    }
    case 'bill_pay':
      return { type: 'bill', accountNumber: `21${anyDigits(5)}${digits}`, billReference: wish.billReference ?? '1060000000001' };
    case 'reload':
      return { type: 'reload', accountNumber: `1400000${digits}` };
    case 'bank_transfer':
      return { type: 'bank', rib: `SN01201234 12345678${digits} 00`.replaceAll(' ', ''), ...person, description: 'Salary' };
    case 'chat':
      return { type: 'chat', message: 'Bonjour' };
    case 'remit_send':
      return { type: 'remit_send', data: { senderDetails: senderSample, receiverDetails: receiverSample } };
    case 'remit_receive':
      return { type: 'remit_receive', referenceNumber: `${1 + Math.floor(Math.random() * 8)}${anyDigits(3)}${digits}` };
  }
}

/** Bills and remittances are paid once, so each order has one of its own. */
function anyDigits(count: number): string {
  return String(Math.floor(Math.random() * 10 ** count)).padStart(count, '0');
}

const senderSample = {
  senderFirstName: 'Awa',
  senderLastName: 'Ndiaye',
  senderAddress: '12 rue des Jardins',
  senderCity: 'Dakar',
  senderHomePhone: '770000001',
  senderCountry: 'SEN',
  senderPhoneNumber: '770000001',
  sendCurrency: 'XOF',
  senderCitizenshipCountry: 'SEN',
  sendPurposeOfTransaction: 'GIFT',
  senderPhotoIdNumber: '1600000000000',
  senderPhotoIdCountry: 'SEN',
  senderBirthCountry: 'SEN',
  senderDOB: '1993-05-15',
  senderHomePhoneCountryCode: '221',
  senderPhotoIdType: 'GOV',
  senderGender: 'FEMALE',
  deliveryOption: 'WILL_CALL',
  agentConsumerID: 'USER1234',
  agentTransactionId: 'AGENTTX0001',
};
const receiverSample = {
  receiverFirstName: 'Moussa',
  receiverLastName: 'Fall',
  receiverPhoneNumber: '770000002',
  receiverPhoneCountryCode: '221',
  receiveCountry: 'SEN',
  receiveCurrency: 'XOF',
  receiverAddress: '3 avenue Centrale',
  receiverCity: 'Thies',
};
