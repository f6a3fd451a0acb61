// The groups of calls of a client, as their types.

import type { Callback, CallbackHeaders } from './callbacks.ts';
import type { BillOrder, Metadata, RemitReceiveOrder, RemitSendOrder } from './orders.ts';
import type { Bill, Claim, Payment, SmsBatch } from './results.ts';

export interface Bills {
  /** The unpaid bills of a customer. */
  pending(bill: { service: string; account: string }): Promise<Bill[]>;
  pay(order: BillOrder): Promise<Payment>;
}

export interface Remit {
  quote(remittance: {
    service: string;
    amount: number | string;
    data: Metadata;
  }): Promise<Metadata>;
  send(order: RemitSendOrder): Promise<Payment>;
  lookUp(remittance: { service: string; reference: string }): Promise<Metadata>;
  receive(order: RemitReceiveOrder): Promise<Payment>;
}

export interface Claims {
  /** Not repeated after a lost answer: the API has no id for it. */
  open(claim: {
    transactionId: string;
    subject: string;
    message: string;
    callbackUrl?: string | undefined;
  }): Promise<Claim>;
  get(reference: string): Promise<Claim>;
}

export interface Sms {
  send(message: {
    id: string;
    sender: string;
    text: string;
    to: string | readonly string[];
    /** ISO 8601 with a time zone. */
    scheduleAt?: string | undefined;
    callbackUrl?: string | undefined;
  }): Promise<SmsBatch>;
}

export interface Callbacks {
  /**
   * `body`: the bytes as they arrived, before any parser. `now`: Unix time in seconds, for tests.
   * Throws CallbackError for what is not genuine.
   */
  verify(
    body: string | Uint8Array | ArrayBuffer,
    headers: CallbackHeaders,
    now?: number,
  ): Promise<Callback>;
}

export interface EventsQuery {
  after?: string | undefined;
  /** The size of one page; 1 to 500, 100 unless given. */
  limit?: number | undefined;
}
