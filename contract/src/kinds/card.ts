// Card: takes money from a bank card, with 3-D Secure. Number and CVC go into the card vault and
// are never part of an order.
import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import { described } from '../check/described.ts';
import { errorIds } from '../error-catalogue.ts';
import { readAs, unread, type RequestForm, type ServiceKind } from './kind.ts';
import {
  afterError,
  afterSuccess,
  customerFields,
  customerLabels,
  exampleApiKey,
  exampleCallbackUrl,
  exampleRedirects,
  httpsUrl,
  missingExtras,
  nameCharactersMax,
  optionalText,
} from './members.ts';

export const bankCardCode = 'BANK_CARD_API_CASH_OUT';

export interface CardExtra {
  type: 'card';
  /**
   * Handle into the card vault of this process; the number and the CVC are never part of an intent.
   */
  vaultHandle: string;
  lastFour: string;
  cardType: string;
  firstName: string;
  lastName: string;
  email: string | null;
  merchantName: string;
  description: string;
}

const form = {
  name: 'card',
  title: { en: 'bank card', fr: 'carte bancaire' },
  fields: {
    bankAuthRedirectUrl: httpsUrl(
      'https URL to which the payer returns after 3-D Secure authentication, before the result is known. If it differs from successRedirectUrl and errorRedirectUrl, its query parameter `continueUrl` is the address to send the payer to next: it leads to one of these two when the result is known. If it equals one of them, the payer goes there directly.',
      'URL https vers laquelle le payeur revient après l’authentification 3-D Secure, avant que le résultat soit connu. Si elle diffère de successRedirectUrl et de errorRedirectUrl, son paramètre `continueUrl` donne l’adresse où envoyer ensuite le payeur : elle mène à l’une des deux dès que le résultat est connu. Si elle est égale à l’une d’elles, le payeur y va directement.',
    ),
    ...customerFields,
    cardNumber: Type.Optional(
      Type.String({
        pattern: '^(?:\\d[ -]?){11,18}\\d$',
        'x-problem': 'invalidCardNumber',
        ...described('Card number, 12 to 19 digits.', 'Numéro de carte, 12 à 19 chiffres.'),
      }),
    ),
    cardExpireMonth: Type.Optional(
      Type.String({
        pattern: '^(?:0[1-9]|1[0-2])$',
        'x-problem': 'invalidExpiry',
        ...described('Expiry month, 01 to 12.', 'Mois d’expiration, 01 à 12.'),
      }),
    ),
    cardExpireYear: Type.Optional(
      Type.String({
        pattern: '^\\d{2}$',
        'x-problem': 'invalidExpiry',
        ...described('Expiry year, two digits.', 'Année d’expiration, deux chiffres.'),
      }),
    ),
    cardCVC: Type.Optional(
      Type.String({
        pattern: '^\\d{3,4}$',
        'x-problem': 'invalidCvc',
        ...described('Security code, 3 or 4 digits.', 'Cryptogramme, 3 ou 4 chiffres.'),
      }),
    ),
    cardType: optionalText(
      32,
      'Brand of the card, such as MASTERCARD.',
      'Marque de la carte, par exemple MASTERCARD.',
    ),
    merchantName: optionalText(
      nameCharactersMax,
      'Name shown to the cardholder.',
      'Nom affiché au porteur de la carte.',
    ),
    successRedirectUrl: httpsUrl(...afterSuccess),
    errorRedirectUrl: httpsUrl(...afterError),
  },
  required: [
    'bankAuthRedirectUrl',
    'customerFirstName',
    'customerLastName',
    'cardNumber',
    'cardExpireMonth',
    'cardExpireYear',
    'cardCVC',
    'cardType',
    'successRedirectUrl',
    'errorRedirectUrl',
  ],
} as const satisfies RequestForm;
type Members = Static<TObject<typeof form.fields>>;

const urls = ['bankAuthRedirectUrl', 'successRedirectUrl', 'errorRedirectUrl'] as const;
/** In the order in which missing ones are reported. */
const demanded = [
  ...urls,
  'customerFirstName',
  'customerLastName',
  'cardNumber',
  'cardExpireMonth',
  'cardExpireYear',
  'cardCVC',
  'cardType',
];

const body = {
  phone: '+221770000001',
  amount: 1351,
  codeService: bankCardCode,
  externalTransactionId: 'ORDER-0003',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  data: {},
  bankAuthRedirectUrl: 'https://client.example/3ds',
  customerFirstName: 'First',
  customerLastName: 'Last',
  customerEmail: null,
  cardNumber: '5555555555554444',
  cardExpireMonth: '09',
  cardExpireYear: '39',
  cardCVC: '920',
  cardType: 'MASTERCARD',
  merchantName: 'Shop',
  operationDescription: 'Purchase',
  ...exampleRedirects,
};

export const card = {
  name: 'card',
  direction: 'CREDIT',
  typeServices: ['CASHOUT'],
  codes: {
    only: bankCardCode,
    phoneNamesCountry: true,
    pattern: /^BANK_CARD_API_CASH_OUT$/,
    endings: [],
  },
  links: ['authPage'],
  form,
  requiredFields: { card: { fr: 'Carte', en: 'Card' }, ...customerLabels },
  answersOrderId: true,
  examples: [
    {
      name: 'bank-card',
      title: { en: 'Collect from a bank card', fr: 'Encaisser par carte bancaire' },
      body,
    },
  ],
  sample: {
    codeService: bankCardCode,
    extra: (digits) => ({
      type: 'card',
      vaultHandle: 'no-card',
      lastFour: digits,
      cardType: 'MASTERCARD',
      firstName: 'Awa',
      lastName: 'Ndiaye',
      email: null,
      merchantName: 'Shop',
      description: 'Purchase',
    }),
  },
  icon: 'M3 6h18v12H3zM3 10h18M6 15h4',
  extraType: 'card',
  read(members, { transactionId, accountName, returnsToUs }) {
    const faults = missingExtras(members, demanded);
    if (faults.length > 0) return unread(faults);
    const given = members as Required<Members>;
    const notHttps = urls.filter(
      (name) => !URL.canParse(given[name]) || new URL(given[name]).protocol !== 'https:',
    );
    if (notHttps.length > 0 && !returnsToUs)
      return unread(
        notHttps.map((field) => ({ field, problem: 'notHttps' })),
        errorIds.redirectUrl,
      );
    const number = given.cardNumber.replace(/[ -]/g, '');
    const extra: CardExtra = {
      type: 'card',
      vaultHandle: transactionId,
      lastFour: number.slice(-4),
      cardType: given.cardType,
      firstName: given.customerFirstName,
      lastName: given.customerLastName,
      email: members.customerEmail ?? null,
      merchantName: members.merchantName || accountName,
      description: members.operationDescription ?? '',
    };
    return readAs(extra, {
      number,
      expireMonth: given.cardExpireMonth,
      expireYear: given.cardExpireYear,
      cvc: given.cardCVC,
    });
  },
  /**
   * A redirect address that is not https is an entry of the error catalogue, found by the form
   * check already.
   */
  errorIdOfFaults: (faults) =>
    faults.every(({ problem }) => problem === 'notHttps') ? errorIds.redirectUrl : null,
  // Not the card itself: who pays again with another card pays for the same thing.
  fingerprint: ({ firstName, lastName, email, merchantName, description }) => [
    firstName,
    lastName,
    email,
    merchantName,
    description,
  ],
  sandbox: {
    digitsMember: 'cardNumber',
    digits: ({ lastFour }) => lastFour,
    // A placeholder: number, expiry and CVC join the bytes only on their way out.
    order: ({ lastFour, cardType, firstName, lastName, email, merchantName, description }) => ({
      card: {
        number: `************${lastFour}`,
        type: cardType,
        firstName,
        lastName,
        email,
        merchantName,
        description,
      },
    }),
  },
} as const satisfies ServiceKind<Members, CardExtra>;
