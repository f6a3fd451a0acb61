// POST and GET payment-links, GET payment-links/{id}, POST pause-payment-link, resume-payment-link:
// an address that a merchant gives to payers, each of whom pays on a checkout of his own.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { amountField, apiKeyField, integerText } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import {
  afterError,
  afterSuccess,
  exampleApiKey,
  exampleCallbackUrl,
  redirectUrl,
} from '../kinds/members.ts';
import { paymentLinkStatus, paymentLinkUses } from '../states.ts';
import {
  currencyField,
  descriptionField,
  offeredServicesField,
  pageLanguageField,
  paidCallbackField,
  paidDataField,
} from './checkout-members.ts';

/** Five minutes, and a year. */
export const paymentLinkMinutes = { least: 5, most: 527_040 } as const;
export const paymentLinksLimit = { minimum: 1, maximum: 100, default: 100 } as const;

// Its checkouts have the id of the link, a dot and 16 characters: with that they fit into the id of
// a checkout.
const paymentLinkIdField = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[A-Za-z0-9_:@-][A-Za-z0-9._:@-]*$',
  ...described(
    'Your own unique identifier of the link: 1 to 80 letters, digits or `. _ : @ -`, the first no dot.',
    'Votre identifiant unique du lien : 1 à 80 lettres, chiffres ou `. _ : @ -`, sans point au début.',
  ),
});

export const paymentLinkRequest = Type.Object({
  id: paymentLinkIdField,
  uses: Type.Optional(
    Type.Enum(Object.values(paymentLinkUses), {
      'x-problem': 'notAllowed',
      ...described(
        'one: the link is used up by the first payment that succeeds. many: any number of payers pay, and anyone may pay again; the default.',
        'one : le lien est épuisé par le premier paiement réussi. many : autant de payeurs que vous voulez, et chacun peut payer plusieurs fois ; par défaut.',
      ),
    }),
  ),
  amount: Type.Optional(amountField),
  amountRange: Type.Optional(
    Type.Object(
      { minimum: amountField, maximum: amountField },
      {
        additionalProperties: true,
        ...described(
          'In place of `amount`: the payer chooses an amount, these two included.',
          'À la place de `amount` : le payeur choisit un montant, bornes comprises.',
        ),
      },
    ),
  ),
  currency: currencyField,
  description: descriptionField,
  services: offeredServicesField,
  successRedirectUrl: redirectUrl(...afterSuccess),
  errorRedirectUrl: redirectUrl(...afterError),
  expiresInMinutes: Type.Optional(
    Type.Integer({
      minimum: paymentLinkMinutes.least,
      maximum: paymentLinkMinutes.most,
      'x-problem': 'notAllowed',
      ...described('Without end unless given.', 'Sans limite de durée par défaut.'),
    }),
  ),
  language: pageLanguageField,
  callbackUrl: paidCallbackField(
    'Address that is told by POST, once for each payment that succeeds. If absent or empty, no callback is sent.',
    'Adresse avertie par POST, une fois par paiement réussi. Si elle est absente ou vide, aucun callback n’est envoyé.',
  ),
  data: paidDataField,
  apiKey: apiKeyField,
});
export type PaymentLinkRequest = Static<typeof paymentLinkRequest>;

/** Faults of a payment-links body by form. */
export const checkPaymentLink = makeCheck(paymentLinkRequest);

const moveRequest = Type.Object({ id: paymentLinkIdField, apiKey: apiKeyField });
/** Faults of a pause-payment-link or resume-payment-link body. */
export const checkPaymentLinkMove = makeCheck(moveRequest);

export const paymentLinkSchema = Type.Object(
  {
    linkId: Type.String(
      described('Identifier assigned by the gateway.', 'Identifiant attribué par la passerelle.'),
    ),
    id: Type.String(),
    url: Type.String(described('What you give to payers.', 'Ce que vous donnez aux payeurs.')),
    status: Type.Enum(
      Object.values(paymentLinkStatus),
      described(
        'USED: a link for one payment that is paid. EXPIRED: its time is over.',
        'USED : un lien à usage unique, payé. EXPIRED : son délai est dépassé.',
      ),
    ),
    uses: Type.Enum(Object.values(paymentLinkUses)),
    amount: Type.Union(
      [Type.Number(), Type.Null()],
      described('Null: the payer chooses it.', 'null : choisi par le payeur.'),
    ),
    amountRange: Type.Union([
      Type.Object(
        { minimum: Type.Number(), maximum: Type.Number() },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    currency: Type.String(),
    description: Type.String(),
    payments: Type.Object(
      { count: Type.Integer(), amount: Type.Number() },
      {
        additionalProperties: false,
        ...described(
          'Payments that succeeded, and their sum; those that were refunded are left out.',
          'Paiements réussis et leur somme, hors paiements remboursés.',
        ),
      },
    ),
    createdAt: Type.String(),
    expiresAt: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type PaymentLink = Static<typeof paymentLinkSchema>;

export const paymentLinkResponse = successEnvelope(paymentLinkSchema);
export const paymentLinksResponse = successEnvelope(
  Type.Object(
    {
      links: Type.Array(paymentLinkSchema),
      next: Type.Union(
        [Type.String(), Type.Null()],
        described(
          '`after` of the next page; null: this is the last one.',
          '`after` de la page suivante ; null : dernière page.',
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
export type PaymentLinksResponse = Static<typeof paymentLinksResponse>;

const example: PaymentLink = {
  linkId: 'lnk_5b2f0c9d1e7a4836b0c4d2e1',
  id: 'CLASS-2026',
  url: 'https://gateway.example/pay/link/1-0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  status: 'ACTIVE',
  uses: 'many',
  amount: 1500,
  amountRange: null,
  currency: 'XOF',
  description: 'Dance class',
  payments: { count: 0, amount: 0 },
  createdAt: '2026-09-15T15:03:27.339Z',
  expiresAt: null,
};
const done = (data: object) => ({
  code: codes.done,
  msg: 'Successfully operation',
  error: false,
  data,
});
const responseOf = (
  name: string,
  title: { en: string; fr: string },
  members: Partial<PaymentLink>,
) => ({
  name,
  title,
  body: done({ ...example, ...members }),
});

const usualCodes = [
  codes.done,
  codes.badKey,
  codes.notActivated,
  codes.invalid,
  codes.tooMany,
  codes.internal,
];

export const createPaymentLinkEndpoint = {
  interface: 'payments',
  name: 'create-payment-link',
  method: 'POST',
  path: '/api-services/payment-links',
  summary: { en: 'Make a payment link', fr: 'Créer un lien de paiement' },
  description: {
    en: 'Answers an address that you send to payers, or print as a QR code. Each payer pays on a checkout of his own, whose identifier begins with that of the link. The callback is sent once for each payment that succeeds: its member `checkout` names the link. Give `amount`, or `amountRange` to let the payer choose. The same identifier with the same body answers the same link; with another body it is refused with 4009.',
    fr: 'Renvoie une adresse à envoyer aux payeurs ou à imprimer en code QR. Chaque payeur paie sur sa propre page de paiement, dont l’identifiant commence par celui du lien. Le callback est envoyé une fois par paiement réussi : son membre `checkout` nomme le lien. Donnez `amount`, ou `amountRange` pour laisser le payeur choisir. Le même identifiant avec le même corps renvoie le même lien ; avec un autre corps il est refusé avec 4009.',
  },
  request: paymentLinkRequest,
  requestExamples: [
    {
      name: 'link',
      title: { en: 'Fixed amount', fr: 'Montant fixe' },
      body: {
        id: 'CLASS-2026',
        amount: 1500,
        description: 'Dance class',
        callbackUrl: exampleCallbackUrl,
        apiKey: exampleApiKey,
      },
    },
    {
      name: 'range',
      title: { en: 'The payer chooses', fr: 'Montant au choix du payeur' },
      body: {
        id: 'DONATION',
        amountRange: { minimum: 500, maximum: 100000 },
        description: 'Donation',
        apiKey: exampleApiKey,
      },
    },
  ],
  responses: [paymentLinkResponse, refusalResponse],
  responseExamples: [responseOf('active', { en: 'Active', fr: 'Actif' }, {})],
  codes: [...usualCodes, codes.conflict],
} satisfies Endpoint;

export const listPaymentLinksEndpoint = {
  interface: 'payments',
  name: 'payment-links',
  method: 'GET',
  path: '/api-services/payment-links',
  summary: { en: 'List your payment links', fr: 'Lister vos liens de paiement' },
  description: {
    en: 'The newest first, with what each has earned.',
    fr: 'Du plus récent au plus ancien, avec ce que chacun a rapporté.',
  },
  request: null,
  query: Type.Object({
    after: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._:@-]{1,80}$',
        ...described('`next` of the page before.', '`next` de la page précédente.'),
      }),
    ),
    limit: Type.Optional(
      integerText(
        paymentLinksLimit,
        described('Number of links: 1 to 100.', 'Nombre de liens : 1 à 100.'),
      ),
    ),
  }),
  requestExamples: [],
  responses: [paymentLinksResponse, refusalResponse],
  responseExamples: [
    {
      name: 'links',
      title: { en: 'Links', fr: 'Liens' },
      body: done({ links: [{ ...example, payments: { count: 2, amount: 3000 } }], next: null }),
    },
  ],
  codes: usualCodes,
} satisfies Endpoint;

export const paymentLinkEndpoint = {
  interface: 'payments',
  name: 'payment-link',
  method: 'GET',
  path: '/api-services/payment-links/{id}',
  summary: { en: 'Get a payment link', fr: 'Consulter un lien de paiement' },
  description: {
    en: 'Status of a link, and what it has earned.',
    fr: 'Statut d’un lien, et ce qu’il a rapporté.',
  },
  request: null,
  pathParameters: Type.Object({ id: paymentLinkIdField }),
  requestExamples: [],
  responses: [paymentLinkResponse, refusalResponse],
  responseExamples: [
    responseOf(
      'used',
      { en: 'Used up', fr: 'Épuisé' },
      { uses: 'one', status: 'USED', payments: { count: 1, amount: 1500 } },
    ),
  ],
  codes: [...usualCodes, codes.notFound],
} satisfies Endpoint;

const moveEndpoint = (
  move: 'pause' | 'resume',
  texts: Pick<Endpoint, 'summary' | 'description'>,
) => ({
  interface: 'payments' as const,
  name: `${move}-payment-link`,
  method: 'POST' as const,
  path: `/api-services/${move}-payment-link`,
  ...texts,
  request: moveRequest,
  requestExamples: [
    { name: move, title: texts.summary, body: { id: 'CLASS-2026', apiKey: exampleApiKey } },
  ],
  responses: [paymentLinkResponse, refusalResponse],
  responseExamples: [
    responseOf(move, texts.summary, { status: move === 'pause' ? 'PAUSED' : 'ACTIVE' }),
  ],
  codes: [...usualCodes, codes.notFound],
});

export const paymentLinkMoveEndpoints = {
  pause: moveEndpoint('pause', {
    summary: { en: 'Pause a payment link', fr: 'Suspendre un lien de paiement' },
    description: {
      en: 'Nobody can begin to pay with it. Who has opened a checkout of it before can still pay there until that expires, 60 minutes at most. Pausing it again changes nothing.',
      fr: 'Personne ne peut plus commencer à payer. Un payeur qui a déjà ouvert sa page de paiement peut encore y payer jusqu’à son échéance, 60 minutes au plus. Le suspendre de nouveau ne change rien.',
    },
  }),
  resume: moveEndpoint('resume', {
    summary: { en: 'Resume a payment link', fr: 'Réactiver un lien de paiement' },
    description: {
      en: 'It can be paid with again, unless its time is over or it is used up. Resuming it again changes nothing.',
      fr: 'Il permet de nouveau de payer, sauf si son délai est dépassé ou s’il est épuisé. Le réactiver de nouveau ne change rien.',
    },
  }),
};
