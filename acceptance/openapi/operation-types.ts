// What the types that openapi-typescript makes of /openapi.json let a client's program say of an
// operation. check.ts compiles it: a line that should be refused and is not fails.

import type { paths } from './node_modules/.generated/api.d.ts';

type Bodies = {
  [Path in '/api-services/operation' | '/api-services/preview-operation']: NonNullable<
    paths[Path]['post']['requestBody']
  >['content']['application/json'];
};
type Operation = Bodies['/api-services/operation'];

const common = {
  phone: '+221770008007',
  amount: 1_351,
  externalTransactionId: 'order-3',
};
const card = {
  codeService: 'BANK_CARD_API_CASH_OUT',
  bankAuthRedirectUrl: 'https://client.example/3ds',
  customerFirstName: 'First',
  customerLastName: 'Last',
  cardNumber: '4970100000008007',
  cardExpireMonth: '09',
  cardExpireYear: '39',
  cardType: 'MASTERCARD',
  successRedirectUrl: 'https://client.example/ok',
  errorRedirectUrl: 'https://client.example/ko',
} as const;

const mobileMoney = { ...common, codeService: 'OPA_SN_API_CASH_OUT' } as const;

/** What compiles. */
export const accepted: Operation[] = [
  mobileMoney,
  { ...mobileMoney, codeService: 'OPA_SN_API_CASH_IN', amount: '1351' },
  { ...mobileMoney, data: { order: 3, lines: [{ sku: 'a' }] } },
  { ...mobileMoney, data: '{"order":3}' },
  { ...mobileMoney, data: null },
  { ...common, ...card, cardCVC: '920' },
  // Its parties, or its withdrawal code, may come from the inquiry before it.
  { ...common, codeService: 'REMIT_SN_API_CASH_IN' },
  { ...common, codeService: 'REMIT_SN_API_CASH_OUT' },
  // The price list knows what a message costs.
  { phone: common.phone, externalTransactionId: 'chat-3', codeService: 'CHAT_MESSAGING' },
];

/** What does not. */
export const refused: Operation[] = [
  // @ts-expect-error A card operation without any card field.
  { ...common, codeService: 'BANK_CARD_API_CASH_OUT' },
  // @ts-expect-error Without one of them.
  { ...common, ...card },
  // @ts-expect-error A bill without its reference.
  { ...common, codeService: 'BILLERA_SN_BILL_PAY', accountNumber: '1008007' },
  // @ts-expect-error A transfer without its account.
  { ...common, codeService: 'BANK_TRANSFER_SN_API_CASH_IN', customerFirstName: 'A' },
  // @ts-expect-error Without an amount.
  { ...mobileMoney, amount: undefined },
  // @ts-expect-error A service that the installation does not have.
  { ...common, codeService: 'OPA_SN_CASH_OUT' },
  // @ts-expect-error Metadata are an object, or the text of one.
  { ...mobileMoney, data: 3 },
  // @ts-expect-error A member of another kind of service.
  { ...mobileMoney, cardNumber: '4970100000008007' },
];

/** A preview takes the same body. */
export const previewed: Bodies['/api-services/preview-operation'][] = [...accepted];

/** A page has a number of rows. */
export const page: NonNullable<paths['/events']['get']['parameters']['query']> = { limit: 10 };
// @ts-expect-error It was a text.
export const textPage: typeof page = { limit: '10' };
