// GET services: returns the catalogue.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { listRefusalResponse } from '../envelope.ts';
import { typeOperations, typeServices } from '../services.ts';

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
  },
  { additionalProperties: false },
);
export type Service = Static<typeof serviceSchema>;

export const servicesResponse = Type.Object(
  { success: Type.Literal(true), services: Type.Array(serviceSchema) },
  { additionalProperties: false },
);
export type ServicesResponse = Static<typeof servicesResponse>;

export const servicesEndpoint: Endpoint = {
  interface: 'payments',
  name: 'services',
  method: 'GET',
  path: '/api-services/services',
  summary: { en: 'List available services', fr: 'Lister les services disponibles' },
  description: {
    en: 'The catalogue of services. A CASHIN service pays the owner of the phone number and debits your balance; to collect money from a customer, use a CASHOUT service.',
    fr: 'Le catalogue des services. Un service CASHIN paie le titulaire du numéro et débite votre solde ; pour encaisser un client, utilisez un service CASHOUT.',
  },
  request: null,
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
          },
          {
            name: 'CashOut Opc',
            icon: 'https://cdn.example/icons/opc_sn_api_cash_out.png',
            codeService: 'OPC_SN_API_CASH_OUT',
            typeOperation: 'CREDIT',
            typeService: 'CASHOUT',
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
  codes: [codes.badKey, codes.notActivated, codes.internal],
};
