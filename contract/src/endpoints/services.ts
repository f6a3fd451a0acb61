// GET services: returns the catalogue.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { listRefusalResponse } from '../envelope.ts';
import { makeCheck } from '../check/make-check.ts';
import { serviceKindNames } from '../kinds/index.ts';
import { typeOperations, typeServices } from '../services.ts';

/** Which page or prompt a payer gets. */
export const payerSteps = ['prompt', 'link', 'qr', 'card', 'none'] as const;

const amountOrNull = (en: string, fr: string) =>
  Type.Union([Type.Number(), Type.Null()], described(en, fr));

export const servicesQuery = Type.Object({
  country: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2}$',
      ...described(
        'Only services of this country, ISO 3166 alpha-2.',
        'Seulement les services de ce pays, ISO 3166 alpha-2.',
      ),
    }),
  ),
  kind: Type.Optional(
    Type.String({
      maxLength: 32,
      ...described('Only services of this kind.', 'Seulement les services de ce genre.'),
    }),
  ),
});
/** Faults of a services query. */
export const checkServices = makeCheck(servicesQuery);

/** What answers have had since version 0.3; the documented ones lack it. */
const details = {
  kind: Type.Enum([...serviceKindNames], described('What it does.', 'Ce qu’il fait.')),
  country: Type.Union(
    [Type.String(), Type.Null()],
    described(
      'Country of its phone numbers, ISO 3166 alpha-2; null where the phone must carry its country code.',
      'Pays de ses numéros, ISO 3166 alpha-2 ; null si le numéro doit porter son indicatif.',
    ),
  ),
  currency: Type.String(),
  minimum: amountOrNull('Smallest amount.', 'Plus petit montant.'),
  maximum: amountOrNull(
    'Largest amount of the service and of your account.',
    'Plus grand montant du service et de votre compte.',
  ),
  multipleOf: amountOrNull('Amounts are multiples of it.', 'Les montants en sont des multiples.'),
  price: Type.Union(
    [
      Type.Object(
        {
          percent: Type.Number(described('Of the amount.', 'Du montant.')),
          fixed: Type.Number(described('Added to it.', 'S’y ajoute.')),
          minimum: amountOrNull('At least this.', 'Au moins ceci.'),
          maximum: amountOrNull('At most this.', 'Au plus ceci.'),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ],
    described(
      'Commission of your account; null where the provider’s quote decides.',
      'Commission de votre compte ; null si le devis du fournisseur décide.',
    ),
  ),
  payer: Type.Enum(
    [...payerSteps],
    described(
      'What the payer gets: a prompt on the phone, a link, a QR code where `useOpaQrCode` is true, the bank’s page; none where nobody has to agree.',
      'Ce que reçoit le payeur : une demande sur son téléphone, un lien, un code QR si `useOpaQrCode` vaut true, la page de sa banque ; none si personne ne doit accepter.',
    ),
  ),
  required: Type.Array(
    Type.String(),
    described(
      'Members that an operation of it needs beside the common ones.',
      'Membres dont une opération a besoin en plus des membres communs.',
    ),
  ),
};
const serviceDetails = Type.Partial(Type.Object(details)).properties;

export const serviceSchema = Type.Object(
  {
    name: Type.String(described('Display name.', 'Nom affiché.')),
    icon: Type.String(described('URL of an icon.', 'URL d’une icône.')),
    codeService: Type.String(
      described('Identifier used in requests.', 'Identifiant utilisé dans les requêtes.'),
    ),
    typeOperation: Type.Enum(
      [...typeOperations],
      described(
        'DEBIT debits your balance, CREDIT credits it.',
        'DEBIT débite votre solde, CREDIT le crédite.',
      ),
    ),
    typeService: Type.Enum([...typeServices], described('Kind of service.', 'Type de service.')),
    available: Type.Optional(
      Type.Literal(
        false,
        described(
          'Present when the operator of the service is down: operations are answered `operator_down_time`.',
          'Présent quand l’opérateur du service est indisponible : les opérations reçoivent `operator_down_time`.',
        ),
      ),
    ),
    ...serviceDetails,
  },
  { additionalProperties: false },
);
export type Service = Static<typeof serviceSchema>;

export const servicesResponse = Type.Object(
  { success: Type.Literal(true), services: Type.Array(serviceSchema) },
  { additionalProperties: false },
);
export type ServicesResponse = Static<typeof servicesResponse>;

export const servicesEndpoint = {
  interface: 'payments',
  name: 'services',
  method: 'GET',
  path: '/api-services/services',
  summary: { en: 'List available services', fr: 'Lister les services disponibles' },
  description: {
    en: 'The catalogue of services. A CASHIN service pays the owner of the phone number and debits your balance; to collect money from a customer, use a CASHOUT service. `If-None-Match` with the `ETag` of an earlier answer is answered 304 while nothing has changed.',
    fr: 'Le catalogue des services. Un service CASHIN paie le titulaire du numéro et débite votre solde ; pour encaisser un client, utilisez un service CASHOUT. `If-None-Match` avec l’`ETag` d’une réponse précédente reçoit 304 tant que rien n’a changé.',
  },
  request: null,
  query: servicesQuery,
  requestExamples: [],
  responses: [servicesResponse, listRefusalResponse],
  responseExamples: [
    {
      name: 'catalogue',
      title: { en: 'Catalogue', fr: 'Catalogue' },
      body: {
        success: true,
        services: [
          {
            name: 'CashIn Opa',
            icon: 'https://cdn.example/icons/opa_sn_api_cash_in.png',
            codeService: 'OPA_SN_API_CASH_IN',
            typeOperation: 'DEBIT',
            typeService: 'CASHIN',
            kind: 'payout',
            country: 'SN',
            currency: 'XOF',
            minimum: 5,
            maximum: 2_000_000,
            multipleOf: 5,
            price: { percent: 1, fixed: 0, minimum: null, maximum: null },
            payer: 'none',
            required: [],
          },
          {
            name: 'CashOut Opc',
            icon: 'https://cdn.example/icons/opc_sn_api_cash_out.png',
            codeService: 'OPC_SN_API_CASH_OUT',
            typeOperation: 'CREDIT',
            typeService: 'CASHOUT',
            kind: 'collect',
            country: 'SN',
            currency: 'XOF',
            minimum: 5,
            maximum: 2_000_000,
            multipleOf: null,
            price: { percent: 1, fixed: 0, minimum: null, maximum: null },
            payer: 'link',
            required: [],
          },
        ],
      },
    },
    {
      name: 'bad-key',
      title: { en: 'Rejected: invalid key', fr: 'Rejet : clé invalide' },
      body: {
        success: false,
        services: [],
        code: 4001,
        msg: 'The API key is invalid.',
        error: true,
      },
    },
  ],
  codes: [codes.badKey, codes.notActivated, codes.invalid, codes.internal],
} satisfies Endpoint;
