// The answers of operation that the documentation shows. Its requests are those of the service
// kinds.
import type { ResponseExample } from '../endpoint.ts';

const callbackUrl = 'https://client.example/callback';

export const operationResponseExamples: readonly ResponseExample[] = [
  {
    name: 'accepted',
    title: { en: 'Accepted', fr: 'Acceptée' },
    body: {
      code: 2000,
      msg: 'Operation accepted without error, you will receive a callback with the final status.',
      error: false,
      data: {
        phone: '770000001',
        amount: 350,
        codeService: 'OPA_SN_API_CASH_IN',
        transactionId: '7091659672946',
        status: 'PENDING',
        externalTransactionId: 'PAYOUT-0001',
        callbackUrl,
      },
    },
  },
  {
    name: 'deep-link',
    title: {
      en: 'Accepted, with a link for the payer',
      fr: 'Acceptée, avec un lien pour le payeur',
    },
    body: {
      code: 2000,
      msg: 'Operation accepted without error, you will receive a callback with the final status.',
      error: false,
      data: {
        phone: '770000001',
        amount: 1350,
        codeService: 'OPC_SN_API_CASH_OUT',
        transactionId: '1396639104231',
        status: 'PENDING',
        externalTransactionId: 'ORDER-0001',
        callbackUrl,
        notificationMessage:
          'Hello, to validate your payment of 1350 CFA (CashOut Opc), click the following link within 15 minutes: https://gateway.example/deep/1396639104231?t=4cWq0XyVb2',
        deepLinkUrl: 'https://gateway.example/deep/1396639104231?t=4cWq0XyVb2',
      },
    },
  },
  {
    name: 'bank-card',
    title: { en: 'Accepted, with the 3-D Secure page', fr: 'Acceptée, avec la page 3-D Secure' },
    body: {
      code: 2000,
      msg: 'Operation accepted without error, you will receive a callback with the final status.',
      error: false,
      data: {
        phone: '+221770000001',
        amount: 1351,
        codeService: 'BANK_CARD_API_CASH_OUT',
        transactionId: '7091659672951',
        status: 'PENDING',
        externalTransactionId: 'ORDER-0003',
        callbackUrl,
        notificationMessage:
          'Hello, to validate your payment of 1351 CFA (CashOut bank card), click the following link within 15 minutes: https://gateway.example/deep/7091659672951?t=Pq81mZx0aa',
        authLinkUrl: 'https://gateway.example/deep/7091659672951?t=Pq81mZx0aa',
        orderId: 'GATEWAY-BK-7091659672951',
      },
    },
  },
  {
    name: 'chat',
    title: { en: 'Chat message accepted', fr: 'Message instantané accepté' },
    body: {
      code: 2000,
      msg: 'Message sent to 221770000001 (+221770000001)',
      error: false,
      data: {
        phone: '+221770000001',
        amount: 1150,
        codeService: 'CHAT_MESSAGING',
        transactionId: '7291680498244',
        status: 'PENDING',
        externalTransactionId: 'CHAT-0001',
        callbackUrl,
        errorType: null,
      },
    },
  },
  {
    name: 'refused',
    title: { en: 'Refused for a business reason', fr: 'Refusée pour une raison métier' },
    body: {
      code: 4000,
      msg: 'The balance of your account does not allow a payment of 200000 CFA.',
      error: true,
      data: {
        phone: '770000001',
        amount: 200000,
        codeService: 'OPA_SN_API_CASH_IN',
        transactionId: '5650516153453',
        status: 'FAILLED',
        externalTransactionId: 'PAYOUT-0002',
        callbackUrl,
        errorType: {
          id: 26,
          codeService: 'OPA_SN_API_CASH_IN',
          code: 'insufficient_balance',
          message: 'The balance of your account does not allow a payment of 200000 CFA.',
        },
      },
    },
  },
  {
    name: 'invalid',
    title: { en: 'Invalid field: nothing was created', fr: 'Champ invalide : rien n’a été créé' },
    body: {
      code: 4022,
      msg: 'Invalid request: check the field externalTransactionId.',
      error: true,
      data: {},
      errors: [{ field: 'externalTransactionId', message: 'externalTransactionId is required' }],
    },
  },
];
