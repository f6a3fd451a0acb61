// Types of the remittance data that the core and a provider exchange. Member names are those of
// the interface, since they are passed through.

import type { ReceptionRecord, SendValidation } from '@jokko/contract';

/** `senderDetails` and `receiverDetails` of the interface: named strings. */
export interface RemitSendData {
  senderDetails: { [field: string]: string };
  receiverDetails: { [field: string]: string };
}

/**
 * `sendValidationResponse` of the interface, member order as documented; all amounts are decimal
 * strings that add up.
 */
export type RemitQuote = SendValidation;

/** `referenceNumberResponse` of the interface, member order as documented. */
export type RemitRecord = ReceptionRecord;

/** One unpaid bill; `amount` in ten-thousandths of the currency unit. */
export interface PendingBill {
  amount: bigint;
  billReference: string;
  /** What the payer should see. Labels are read by people, in the language of the account. */
  infos: { label: { fr: string; en: string }; value: string }[];
}
