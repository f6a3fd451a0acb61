// GET services: how is the catalogue answered?
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
    icon: Type.String(described('URL of an icon.', "URL d'une icône.")),
    codeService: Type.String(described('Identifier used in requests.', 'Identifiant utilisé dans les requêtes.')),
    typeOperation: Type.Enum(
      [...typeOperations],
      described('DEBIT takes from your balance, CREDIT adds to it.', 'DEBIT débite votre solde, CREDIT le crédite.'),
    ),
    typeService: Type.Enum([...typeServices], described('Kind of service.', 'Type de service.')),
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
  summary: { en: 'List the services you can use', fr: 'Lister les services utilisables' },
  description: {
    en: 'The catalogue of services. A CASHIN service pays the owner of the phone and debits your balance; to collect money from a customer, use a CASHOUT service.',
    fr: 'Le catalogue des services. Un service CASHIN paie le propriétaire du téléphone et débite votre solde ; pour encaisser un client, utilisez un service CASHOUT.',
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
      title: { en: 'Refused: wrong key', fr: 'Refus : clé invalide' },
      body: { success: false, services: [], code: 4001, msg: 'The API key is invalid.', error: true },
    },
  ],
  codes: [codes.badKey, codes.notActivated, codes.internal],
};
