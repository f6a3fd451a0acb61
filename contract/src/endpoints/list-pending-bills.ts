// POST list-pending-bills: lists the bills of a customer that can be paid. `pendingBills` is an
// object on success and an array on refusal.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { apiKeyField, codeServiceField } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';

export const listPendingBillsRequest = Type.Object({
  apiKey: apiKeyField,
  codeService: codeServiceField,
  billAccountNumber: Type.String({
    minLength: 1,
    maxLength: 64,
    ...described(
      'Contract, customer or student card number at the biller.',
      'Numéro de contrat, de client ou de carte d’étudiant chez le facturier.',
    ),
  }),
});
export type ListPendingBillsRequest = Static<typeof listPendingBillsRequest>;

/** Faults of a list-pending-bills body. */
export const checkListPendingBills = makeCheck(listPendingBillsRequest);

export const pendingBillSchema = Type.Object(
  {
    amount: Type.Number(described('Exact amount to pay.', 'Montant exact à payer.')),
    billReference: Type.String(described('To be sent to operation.', 'À envoyer à operation.')),
    infos: Type.Array(
      Type.Object({ label: Type.String(), value: Type.String() }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);
export type PendingBill = Static<typeof pendingBillSchema>;

export const listPendingBillsResponse = successEnvelope(
  Type.Object(
    {
      status: Type.Literal('SUCCESS'),
      pendingBills: Type.Object(
        { success: Type.Boolean(), pendingBills: Type.Array(pendingBillSchema) },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
);
export type ListPendingBillsResponse = Static<typeof listPendingBillsResponse>;

/** The biller refuses payment: the one refusal whose `error` is false. */
export const listPendingBillsRefusedResponse = Type.Object(
  {
    code: Type.Literal(codes.refused),
    msg: Type.String(),
    error: Type.Literal(false),
    data: Type.Object(
      {
        status: Type.Literal('FAILLED'),
        pendingBills: Type.Array(Type.Unknown(), { maxItems: 0 }),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type ListPendingBillsRefusedResponse = Static<typeof listPendingBillsRefusedResponse>;

export const listPendingBillsEndpoint = {
  interface: 'payments',
  name: 'list-pending-bills',
  method: 'POST',
  path: '/api-services/list-pending-bills',
  summary: {
    en: 'List the unpaid bills of a customer',
    fr: 'Lister les factures impayées d’un client',
  },
  description: {
    en: 'Call it before every `_BILL_PAY` operation. A listed bill can be paid once, for its exact amount, within 24 hours.',
    fr: 'À appeler avant toute opération `_BILL_PAY`. Une facture listée peut être payée pendant 24 heures, pour son montant exact, une seule fois.',
  },
  request: listPendingBillsRequest,
  requestExamples: [
    {
      name: 'electricity',
      title: { en: 'Electricity bills', fr: 'Factures d’électricité' },
      body: {
        apiKey: '<API_KEY>',
        codeService: 'BILLERA_SN_BILL_PAY',
        billAccountNumber: '21000000001',
      },
    },
  ],
  responses: [listPendingBillsResponse, listPendingBillsRefusedResponse, refusalResponse],
  responseExamples: [
    {
      name: 'bills',
      title: { en: 'One bill', fr: 'Une facture' },
      body: {
        code: 2000,
        msg: '1 unpaid bill pending for this account',
        error: false,
        data: {
          status: 'SUCCESS',
          pendingBills: {
            success: true,
            pendingBills: [
              {
                amount: 27684,
                billReference: '1060000000001',
                infos: [
                  { label: 'Customer name', value: 'CUSTOMER NAME' },
                  { label: 'Due date', value: '29/08/39' },
                ],
              },
            ],
          },
        },
      },
    },
    {
      name: 'refused',
      title: { en: 'Refused by the biller', fr: 'Refus du facturier' },
      body: {
        code: 4000,
        msg: 'Sorry, this bill cannot be paid at the moment.',
        error: false,
        data: { status: 'FAILLED', pendingBills: [] },
      },
    },
  ],
  codes: [
    codes.done,
    codes.refused,
    codes.badKey,
    codes.notActivated,
    codes.notFound,
    codes.invalid,
    codes.internal,
  ],
} satisfies Endpoint;
