// What the calls that start an operation take, and the bodies that are made of it.

import { InvalidCall } from './errors.ts';
import tables from './tables.json' with { type: 'json' };

export type Metadata = { [member: string]: unknown };

/** What every order has. */
export interface Order {
  /** Yours, unique for each payment, and in your database before the call. */
  id: string;
  phone: string;
  /** An integer; with decimals as text, "12.50". */
  amount: number | string;
  /** Receives the result; that of the client unless given. */
  callbackUrl?: string | undefined;
  /** Comes back with the callback. */
  metadata?: Metadata | undefined;
}

/** Where the payer's browser is sent afterwards. */
interface Redirect {
  success: string;
  error: string;
}

export interface Customer {
  firstName: string;
  lastName: string;
  email?: string | null | undefined;
}

interface ServiceOrder extends Order {
  /** Its code in the catalogue. */
  service: string;
}

/** A code such as `OPA_SN_API_CASH_OUT`. */
export interface CollectOrder extends ServiceOrder {
  redirect?: Partial<Redirect> | undefined;
  /** The payer scans a code instead of getting a prompt. */
  qr?: boolean | undefined;
  /** Name shown to the payer. */
  sender?: string | undefined;
}
/** A code such as `OPA_SN_API_CASH_IN`. */
export type PayOutOrder = ServiceOrder;
export type AirtimeOrder = ServiceOrder;

export interface BankTransferOrder extends Order {
  /** BANK_TRANSFER_SN_API_CASH_IN unless given. */
  service?: string | undefined;
  rib: string;
  customer: Customer;
  description?: string | undefined;
}

export interface CardOrder extends Order {
  card: { number: string; expireMonth: string; expireYear: string; cvc: string; type: string };
  customer: Customer;
  /** `bank`: where the payer returns after 3-D Secure, before the result is known. */
  redirect: Redirect & { bank: string };
  merchantName?: string | undefined;
  description?: string | undefined;
}

export interface ReloadOrder extends ServiceOrder {
  account: string;
}

export interface BillOrder extends ServiceOrder {
  account: string;
  /** The reference that `bills.pending` tells. */
  reference: string;
}

export interface ChatOrder extends Omit<Order, 'amount'> {
  message: string;
}

/** An order of any service. Without an amount where the catalogue has the price. */
export interface PreviewOrder extends Omit<ServiceOrder, 'amount'> {
  amount?: number | string | undefined;
  /** What the service needs besides, as `operation` of the API names it: `accountNumber`, … */
  members?: OperationBody | undefined;
}

export interface RemitSendOrder extends ServiceOrder {
  /** Sender and receiver: `remitSendData` of the API. */
  data: Metadata;
}

export interface RemitReceiveOrder extends ServiceOrder {
  /** May be absent for 30 minutes after `remit.lookUp`. */
  reference?: string | undefined;
}

export const bankTransferService = 'BANK_TRANSFER_SN_API_CASH_IN';
export const cardService = 'BANK_CARD_API_CASH_OUT';
export const chatService = 'CHAT_MESSAGING';

/** Members of `operation`; undefined ones are left out. */
export type OperationBody = { [member: string]: unknown };

export const collectBody = ({ redirect, qr, sender }: CollectOrder): OperationBody => ({
  useOpaQrCode: qr,
  sender,
  successRedirectUrl: redirect?.success,
  errorRedirectUrl: redirect?.error,
});

const customerBody = ({ firstName, lastName, email }: Customer): OperationBody => ({
  customerFirstName: firstName,
  customerLastName: lastName,
  customerEmail: email,
});

export const bankTransferBody = (order: BankTransferOrder): OperationBody => ({
  ...customerBody(order.customer),
  rib: order.rib,
  operationDescription: order.description,
});

export const cardBody = ({ card, customer, redirect, ...order }: CardOrder): OperationBody => ({
  ...customerBody(customer),
  bankAuthRedirectUrl: redirect.bank,
  successRedirectUrl: redirect.success,
  errorRedirectUrl: redirect.error,
  cardNumber: card.number,
  cardExpireMonth: card.expireMonth,
  cardExpireYear: card.expireYear,
  cardCVC: card.cvc,
  cardType: card.type,
  merchantName: order.merchantName,
  operationDescription: order.description,
});

const idPattern = /^[A-Za-z0-9_\-.:/]{1,128}$/;

export function checkId(id: unknown): void {
  if (typeof id !== 'string' || !idPattern.test(id))
    throw new InvalidCall(
      'id must be 1 to 128 letters, digits or _ - . : / and be in your database before the call: a lost answer is repeated under it.',
    );
}

const decimalPattern = /^[0-9]{1,16}(?:\.[0-9]{1,4})?$/;

export function checkAmount(amount: unknown): void {
  const isWritten = typeof amount === 'string' && decimalPattern.test(amount);
  if (isWritten && Number(amount) > 0) return;
  if (typeof amount === 'number' && Number.isFinite(amount) && !Number.isInteger(amount))
    throw new InvalidCall('Write an amount with decimals as text, "12.50".');
  if (!Number.isSafeInteger(amount) || (amount as number) <= 0)
    throw new InvalidCall('amount must be a positive integer, or a decimal number as text.');
}

/** The last pattern that fits, as in the gateway. */
export function callOfSpelling(service: string): { call: string; does: string } | undefined {
  return tables.kinds.findLast(({ pattern }) => new RegExp(pattern, 's').test(service));
}

/** What the catalogue says of a code that is spelled otherwise. */
export function callOfType(typeService: string): { call: string; does: string } | undefined {
  const call = callsOfTypes[typeService];
  return tables.kinds.find((kind) => kind.call === call);
}

const callsOfTypes: { [typeService: string]: string } = {
  CASHIN: 'payOut',
  CASHOUT: 'collect',
  CREDIT_TELEPHONIQUE: 'airtime',
  BILL_PAY: 'bills.pay',
  BILL_BUY_RELOAD: 'reload',
  MESSENGING_SMS: 'chat',
};
