// POST remit-send-info: returns what sending a remittance costs and whether it is possible. The
// quote's numbers are strings, as remittance networks have them.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { amountField, apiKeyField, codeServiceField } from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import { refusalResponse, successEnvelope } from '../envelope.ts';
import { remitSendDataExample, sendQuoteExample } from '../examples/remittance.ts';
import { remitSendDataField } from '../remit-send-data.ts';

export const remitSendInfoRequest = Type.Object({
  apiKey: apiKeyField,
  codeService: codeServiceField,
  amount: amountField,
  remitSendData: remitSendDataField,
});
export type RemitSendInfoRequest = Static<typeof remitSendInfoRequest>;

/** Faults of a remit-send-info body. */
export const checkRemitSendInfo = makeCheck(remitSendInfoRequest);

export const sendAmountTypes = [
  'nonRemSendTax',
  'nonRemSendFee',
  'remNonDiscountedSendFee',
  'totalNonDiscountedFees',
  'discountedRemSendFee',
  'remSendTax',
  'totalRemCollectedFeesAndTaxes',
  'totalAmountToRem',
  'totalSendFeesAndTaxes',
  'totalNonRemSendFeesAndTaxes',
] as const;
export const receiveAmountTypes = [
  'remReceiveFee',
  'nonRemReceiveFee',
  'remReceiveTax',
  'nonRemReceiveTax',
] as const;

const detailSchema = Type.Object(
  { amountType: Type.String(), amount: Type.String(), amountCurrency: Type.String() },
  { additionalProperties: false },
);

export const sendValidationSchema = Type.Object(
  {
    doCheckIn: Type.Boolean(),
    timeStamp: Type.String(),
    flags: Type.Integer(),
    remitTransactionSessionID: Type.String(),
    readyForCommit: Type.Boolean(),
    receiveAgentAddress: Type.Union([Type.String(), Type.Null()]),
    sendAmounts: Type.Object(
      {
        sendAmount: Type.String(),
        sendCurrency: Type.String(),
        totalSendFees: Type.String(),
        totalDiscountAmount: Type.String(),
        totalSendTaxes: Type.String(),
        totalAmountToCollect: Type.String(),
        detailSendAmounts: Type.Array(detailSchema),
      },
      { additionalProperties: false },
    ),
    receiveAmounts: Type.Object(
      {
        receiveAmount: Type.String(),
        receiveCurrency: Type.String(),
        validCurrencyIndicator: Type.Boolean(),
        payoutCurrency: Type.String(),
        totalReceiveFees: Type.String(),
        totalReceiveTaxes: Type.String(),
        totalReceiveAmount: Type.String(),
        receiveFeesAreEstimated: Type.Boolean(),
        receiveTaxesAreEstimated: Type.Boolean(),
        detailReceiveAmounts: Type.Array(detailSchema),
      },
      { additionalProperties: false },
    ),
    exchangeRateApplied: Type.String(),
    receiveFeeDisclosureText: Type.Boolean(),
    receiveTaxDisclosureText: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type SendValidation = Static<typeof sendValidationSchema>;

/** `errorMessage` comes after `sendValidationResponse`, as existing clients know it. */
export const remitSendInfoResponse = successEnvelope(
  Type.Object(
    {
      status: Type.String(),
      success: Type.Boolean(),
      sendValidationResponse: sendValidationSchema,
      errorMessage: Type.Union([Type.String(), Type.Null()]),
    },
    { additionalProperties: false },
  ),
);
export type RemitSendInfoResponse = Static<typeof remitSendInfoResponse>;

export const remitSendInfoEndpoint = {
  interface: 'payments',
  name: 'remit-send-info',
  method: 'POST',
  path: '/api-services/remit-send-info',
  summary: { en: 'Quote a remittance', fr: 'Obtenir le devis d’un transfert d’argent' },
  description: {
    en: 'Validates the sender and the receiver, and returns fees, taxes and the rate. For 30 minutes afterward an operation of the same amount is charged totalAmountToCollect, and may omit remitSendData.',
    fr: 'Valide l’expéditeur et le bénéficiaire, et renvoie les frais, les taxes et le taux. Pendant 30 minutes, l’opération du même montant est débitée de totalAmountToCollect et peut omettre remitSendData.',
  },
  request: remitSendInfoRequest,
  requestExamples: [
    {
      name: 'quote',
      title: { en: 'Quote', fr: 'Devis' },
      body: {
        apiKey: '<API_KEY>',
        codeService: 'REMIT_SN_API_CASH_IN',
        amount: 3000,
        remitSendData: remitSendDataExample,
      },
    },
  ],
  responses: [remitSendInfoResponse, refusalResponse],
  responseExamples: [
    {
      name: 'quote',
      title: { en: 'Quote', fr: 'Devis' },
      body: {
        code: 2000,
        msg: 'OK',
        error: false,
        data: {
          status: 'SUCCESS',
          success: true,
          sendValidationResponse: sendQuoteExample,
          errorMessage: null,
        },
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
