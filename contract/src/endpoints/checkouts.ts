// POST checkouts, GET checkouts/{id}, POST expire-checkout: a page of the gateway on which a payer
// chooses the way to pay, and pays once.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { amountField, apiKeyField, phoneField } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import {
  afterError,
  afterSuccess,
  exampleApiKey,
  exampleCallbackUrl,
  exampleRedirects,
  webUrl,
} from '../kinds/members.ts';
import { checkoutStatus } from '../states.ts';
import {
  currencyField,
  descriptionField,
  offeredServicesField,
  pageLanguageField,
  paidCallbackField,
  paidDataField,
} from './checkout-members.ts';

/** Five minutes, and a week. */
export const checkoutMinutes = { least: 5, most: 10_080, usual: 60 } as const;

const checkoutIdField = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9_:@-][A-Za-z0-9._:@-]*$',
  ...described(
    'Your own unique identifier of the checkout: 1 to 100 letters, digits or `. _ : @ -`, the first no dot. Its attempts are operations with the identifiers `id~1`, `id~2` and so on.',
    'Votre identifiant unique de la page de paiement : 1 à 100 lettres, chiffres ou `. _ : @ -`, sans point au début. Ses tentatives sont des opérations dont les identifiants sont `id~1`, `id~2`, etc.',
  ),
});

export const checkoutRequest = Type.Object({
  id: checkoutIdField,
  amount: amountField,
  currency: currencyField,
  description: descriptionField,
  services: offeredServicesField,
  customer: Type.Optional(
    Type.Object({ phone: Type.Optional(phoneField) }, { additionalProperties: true }),
  ),
  successRedirectUrl: webUrl(...afterSuccess),
  errorRedirectUrl: webUrl(...afterError),
  expiresInMinutes: Type.Optional(
    Type.Integer({
      minimum: checkoutMinutes.least,
      maximum: checkoutMinutes.most,
      'x-problem': 'notAllowed',
      ...described(
        'Until then a payment can be started; 60 unless given.',
        'Délai pour lancer un paiement ; 60 par défaut.',
      ),
    }),
  ),
  language: pageLanguageField,
  callbackUrl: paidCallbackField(
    'Address that is told by POST, once, that the checkout is paid. If absent or empty, no callback is sent.',
    'Adresse avertie par POST, une fois, que la page est payée. Si elle est absente ou vide, aucun callback n’est envoyé.',
  ),
  data: paidDataField,
  apiKey: apiKeyField,
});
export type CheckoutRequest = Static<typeof checkoutRequest>;

/** Faults of a checkouts body by form. */
export const checkCheckout = makeCheck(checkoutRequest);

export const expireCheckoutRequest = Type.Object({ id: checkoutIdField, apiKey: apiKeyField });
/** Faults of an expire-checkout body. */
export const checkExpireCheckout = makeCheck(expireCheckoutRequest);

export const checkoutSchema = Type.Object(
  {
    checkoutId: Type.String(
      described('Identifier assigned by the gateway.', 'Identifiant attribué par la passerelle.'),
    ),
    id: Type.String(),
    url: Type.String(
      described('Page to which you send the payer.', 'Page vers laquelle vous envoyez le payeur.'),
    ),
    status: Type.Enum(
      Object.values(checkoutStatus),
      described(
        'PAYING: an attempt is under way. A payment that succeeds after the end makes it PAID all the same.',
        'PAYING : une tentative est en cours. Un paiement qui aboutit après l’échéance la rend PAID malgré tout.',
      ),
    ),
    amount: Type.Number(),
    currency: Type.String(),
    createdAt: Type.String(),
    expiresAt: Type.String(),
    attempts: Type.Array(
      Type.Object(
        {
          number: Type.Integer(),
          codeService: Type.String(),
          externalTransactionId: Type.String(),
          transactionId: Type.Union(
            [Type.String(), Type.Null()],
            described('Null: nothing was executed.', 'null : rien n’a été exécuté.'),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Checkout = Static<typeof checkoutSchema>;

export const checkoutResponse = successEnvelope(checkoutSchema);
export type CheckoutResponse = Static<typeof checkoutResponse>;

const example: Checkout = {
  checkoutId: 'chk_5b2f0c9d1e7a4836b0c4d2e1',
  id: 'ORDER-0042',
  url: 'https://gateway.example/pay/1-0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  status: 'OPEN',
  amount: 1500,
  currency: 'XOF',
  createdAt: '2026-09-15T15:03:27.339Z',
  expiresAt: '2026-09-15T16:03:27.339Z',
  attempts: [],
};
const responseOf = (
  name: string,
  title: { en: string; fr: string },
  members: Partial<Checkout>,
) => ({
  name,
  title,
  body: {
    code: codes.done,
    msg: 'Successfully operation',
    error: false,
    data: { ...example, ...members },
  },
});
const attempt = {
  number: 1,
  codeService: 'OPA_SN_API_CASH_OUT',
  externalTransactionId: 'ORDER-0042~1',
  transactionId: '2313499724668',
};

const usualCodes = [
  codes.done,
  codes.badKey,
  codes.notActivated,
  codes.invalid,
  codes.tooMany,
  codes.internal,
];

export const checkoutsEndpoint = {
  interface: 'payments',
  name: 'checkouts',
  method: 'POST',
  path: '/api-services/checkouts',
  summary: { en: 'Make a payment page for a payer', fr: 'Créer une page de paiement' },
  description: {
    en: 'Answers the address of a page on which your customer chooses a wallet or the bank card, types its number and pays. A payment that fails can be tried again there, and at most one succeeds. The callback is sent once, for the payment that succeeds: it has the member `checkout`. The same identifier with the same body answers the same checkout; with another body it is refused with 4009.',
    fr: 'Renvoie l’adresse d’une page où votre client choisit un portefeuille ou la carte bancaire, saisit son numéro et paie. Un paiement qui échoue peut y être retenté, et un seul aboutit. Le callback est envoyé une fois, pour le paiement qui aboutit : il porte le membre `checkout`. Le même identifiant avec le même corps renvoie la même page ; avec un autre corps il est refusé avec 4009.',
  },
  request: checkoutRequest,
  requestExamples: [
    {
      name: 'checkout',
      title: { en: 'Checkout', fr: 'Page de paiement' },
      body: {
        id: 'ORDER-0042',
        amount: 1500,
        description: 'Order 42',
        ...exampleRedirects,
        callbackUrl: exampleCallbackUrl,
        apiKey: exampleApiKey,
      },
    },
  ],
  responses: [checkoutResponse, refusalResponse],
  responseExamples: [responseOf('open', { en: 'Open', fr: 'Ouverte' }, {})],
  codes: [...usualCodes, codes.conflict],
} satisfies Endpoint;

export const checkoutEndpoint = {
  interface: 'payments',
  name: 'checkout',
  method: 'GET',
  path: '/api-services/checkouts/{id}',
  summary: { en: 'Get a checkout', fr: 'Consulter une page de paiement' },
  description: {
    en: 'Status of a checkout, and its attempts: ordinary operations whose result `get-transaction-status` tells.',
    fr: 'Statut d’une page de paiement, et ses tentatives : des opérations ordinaires dont `get-transaction-status` donne le résultat.',
  },
  request: null,
  pathParameters: Type.Object({ id: checkoutIdField }),
  requestExamples: [],
  responses: [checkoutResponse, refusalResponse],
  responseExamples: [
    responseOf('paid', { en: 'Paid', fr: 'Payée' }, { status: 'PAID', attempts: [attempt] }),
  ],
  codes: [...usualCodes, codes.notFound],
} satisfies Endpoint;

export const expireCheckoutEndpoint = {
  interface: 'payments',
  name: 'expire-checkout',
  method: 'POST',
  path: '/api-services/expire-checkout',
  summary: {
    en: 'End a checkout before its time',
    fr: 'Clore une page de paiement avant l’échéance',
  },
  description: {
    en: 'No further payment can be started. Refused with 4000 while one is under way, and once it is paid. Ending it again changes nothing.',
    fr: 'Aucun autre paiement ne peut être lancé. Refusé avec 4000 tant qu’un paiement est en cours, et une fois la page payée. La clore de nouveau ne change rien.',
  },
  request: expireCheckoutRequest,
  requestExamples: [
    {
      name: 'expire',
      title: { en: 'End a checkout', fr: 'Clore une page de paiement' },
      body: { id: 'ORDER-0042', apiKey: exampleApiKey },
    },
  ],
  responses: [checkoutResponse, refusalResponse],
  responseExamples: [responseOf('canceled', { en: 'Ended', fr: 'Close' }, { status: 'CANCELED' })],
  codes: [...usualCodes, codes.notFound, codes.refused],
} satisfies Endpoint;
