// What does the core want from a provider? An immutable order, the same for every protocol.
// Mind the words: CASHIN pays OUT to a wallet (`payout`), CASHOUT COLLECTS from a payer (`collect`).

import type { RemitSendData } from './remittance.ts';

export type OperationKind =
  'collect' | 'payout' | 'card' | 'airtime' | 'bill_pay' | 'reload' | 'bank_transfer' | 'chat' | 'remit_send' | 'remit_receive';

export type Extra =
  | { type: 'none' }
  /** `qr`: the payer scans a code instead of getting a prompt. */
  | { type: 'wallet'; link: 'none' | 'deepLink' | 'qr'; sender?: string }
  | {
      type: 'card';
      /** Handle into the card vault of this process; the number and the CVC are never part of an intent. */
      vaultHandle: string;
      lastFour: string;
      cardType: string;
      firstName: string;
      lastName: string;
      email: string | null;
      merchantName: string;
      description: string;
    }
  | { type: 'bill'; accountNumber: string; billReference: string }
  | { type: 'reload'; accountNumber: string }
  | { type: 'bank'; rib: string; firstName: string; lastName: string; email: string | null; description: string }
  | { type: 'chat'; message: string; media?: { name: string; extension: string; base64: string } }
  | { type: 'remit_send'; data: RemitSendData }
  | { type: 'remit_receive'; referenceNumber: string };

export interface Intent {
  transactionId: string;
  kind: OperationKind;
  codeService: string;
  /** ISO 3166 alpha-2. */
  country: string;
  /** Ten-thousandths of the currency unit. */
  amount: bigint;
  /** ISO 4217 alpha-3. */
  currency: string;
  /** E.164 with the plus. */
  phone: string;
  urls: {
    /** Where the provider posts notices for this attempt; holds an unguessable path. */
    notify: string;
    /** Where the payer's browser goes afterwards: a page of the gateway. */
    success: string;
    error: string;
  };
  /** The payer's window, ms from sending. */
  payerWindowMs: number;
  extra: Extra;
}
