// POST remit-reception-info: returns what can be paid out for a remittance's withdrawal code.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import { apiKeyField, codeServiceField } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import { receptionRecordExample } from '../examples/remittance.ts';

export const remitReceptionInfoRequest = Type.Object({
  apiKey: apiKeyField,
  codeService: codeServiceField,
  referenceNumber: Type.String({
    minLength: 1,
    maxLength: 32,
    pattern: '^\\d+$',
    'x-problem': 'notDigits',
    ...described(
      'Withdrawal code: digits sent as a string.',
      'Code de retrait : des chiffres envoyés dans une chaîne.',
    ),
  }),
});
export type RemitReceptionInfoRequest = Static<typeof remitReceptionInfoRequest>;

/** Faults of a remit-reception-info body. */
export const checkRemitReceptionInfo = makeCheck(remitReceptionInfoRequest);

export const receptionRecordSchema = Type.Object(
  {
    doCheckIn: Type.Boolean(),
    timeStamp: Type.String(),
    flags: Type.Integer(),
    remitTransactionSessionID: Type.String(),
    senderFirstName: Type.String(),
    senderLastName: Type.String(),
    senderHomePhone: Type.String(),
    receiverFirstName: Type.String(),
    receiverLastName: Type.String(),
    agentCheckNumber: Type.String(),
    agentCheckAmount: Type.String(),
    agentCheckAuthorizationNumber: Type.String(),
    customerCheckNumber: Type.String(),
    customerCheckAmount: Type.String(),
    okForAgent: Type.Boolean(),
    deliveryOption: Type.String(),
    transactionStatus: Type.String(),
    dateTimeSent: Type.String(),
    receiveCurrency: Type.String(),
    receiveAmount: Type.String(),
    referenceNumber: Type.String(),
    originatingCountry: Type.String(),
    validIndicator: Type.Boolean(),
    indicativeReceiveAmount: Type.String(),
    indicativeExchangeRate: Type.String(),
    expectedDateOfDelivery: Type.String(),
    originalSendAmount: Type.String(),
    originalSendCurrency: Type.String(),
    originalSendFee: Type.String(),
    originalExchangeRate: Type.String(),
    redirectIndicator: Type.Boolean(),
    okForPickup: Type.Boolean(),
    notOkForPickupReasonCode: Type.Integer(),
    minutesUntilOkForPickup: Type.String(),
    sendPurposeOfTransaction: Type.String(),
  },
  { additionalProperties: false },
);
export type ReceptionRecord = Static<typeof receptionRecordSchema>;

export const remitReceptionInfoResponse = successEnvelope(
  Type.Object(
    { status: Type.String(), referenceNumberResponse: receptionRecordSchema },
    { additionalProperties: false },
  ),
);
export type RemitReceptionInfoResponse = Static<typeof remitReceptionInfoResponse>;

export const remitReceptionInfoEndpoint = {
  interface: 'payments',
  name: 'remit-reception-info',
  method: 'POST',
  path: '/api-services/remit-reception-info',
  summary: {
    en: "Check a remittance's withdrawal code",
    fr: 'Vérifier le code de retrait d’un transfert',
  },
  description: {
    en: 'Call it before the cash-out of a remittance. For 30 minutes afterward the operation may omit referenceNumber.',
    fr: 'À appeler avant le retrait d’un transfert. Pendant 30 minutes, l’opération peut omettre referenceNumber.',
  },
  request: remitReceptionInfoRequest,
  requestExamples: [
    {
      name: 'reception',
      title: { en: 'Inquiry', fr: 'Consultation' },
      body: {
        apiKey: '<API_KEY>',
        codeService: 'REMIT_SN_API_CASH_OUT',
        referenceNumber: '89000005',
      },
    },
  ],
  responses: [remitReceptionInfoResponse, refusalResponse],
  responseExamples: [
    {
      name: 'available',
      title: { en: 'Available', fr: 'Disponible' },
      body: {
        code: 2000,
        msg: 'OK',
        error: false,
        data: { status: 'SUCCESS', referenceNumberResponse: receptionRecordExample },
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
