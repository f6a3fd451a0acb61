// What the calls answer.

/** As the API spells them. */
export type TransactionStatus =
  'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILLED' | 'CANCELED' | 'REFUNDED';

interface Outcome {
  status: TransactionStatus;
  /** It does not change any more, but for a refund. */
  isFinal: boolean;
  succeeded: boolean;
  /** FAILLED or CANCELED. */
  failed: boolean;
}

export interface Payment extends Outcome {
  /** Your id. */
  id: string;
  /** The gateway's. */
  transactionId: string;
  amount: number;
  phone: string;
  service: string;
  /** Page or wallet link for the payer; null where a prompt on the phone is enough. */
  link: string | null;
  /** Text for the payer, with the link. */
  notificationMessage: string | null;
  /** Order number of a card payment. */
  orderId: string | null;
}

/** What an order would cost. */
export interface Preview {
  /** Your id. */
  id: string;
  service: string;
  phone: string;
  amount: number;
  /** Status that the order would be answered with: PENDING, or the present one of a repetition. */
  wouldBe: TransactionStatus;
  /** Null for a remittance without a quote. */
  commission: number | null;
  currency: string;
  /**
   * What the balance loses by a payout, with the commission, or gains by a collection, without it.
   */
  total: number | null;
  /** After success, if nothing else happens meanwhile. */
  balanceAfter: number | null;
  /** `agrees`: the service is of the operator of the number; null: not known. */
  recipient: { e164: string; operator: string | null; agrees: boolean | null };
  limits: { minimum: number | null; maximum: number | null; multipleOf: number | null };
  /** What may still go to this recipient in 24 hours, 7 days and 30 days; null: no ceiling. */
  remaining: { day: number | null; week: number | null; month: number | null };
  /** What was started under this id before, and would be answered again. */
  repeats: { transactionId: string; status: TransactionStatus } | null;
  /** `typicalSeconds`: how long half of the successes take at most. */
  route: { available: boolean; typicalSeconds: number | null };
}

/** A code that somebody types into a meter or a phone, or shows to collect money. */
export interface Voucher {
  type: string;
  code: string;
  serialNumber?: string;
  quantity?: string;
  unit?: string;
}

export interface Status extends Outcome {
  id: string;
  transactionId: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
  error: { code: string; message: string } | null;
  voucher: Voucher | null;
}

export interface Bill {
  amount: number;
  reference: string;
  infos: readonly { label: string; value: string }[];
}

/** An entry of the catalogue. */
export interface Service {
  name: string;
  icon: string;
  codeService: string;
  typeOperation: 'DEBIT' | 'CREDIT';
  typeService: string;
  /** Present when the operator of the service is down. */
  available?: false;
  /** What it does, such as `collect` or `payout`. */
  kind?: string;
  /** ISO 3166; null where the phone must carry its country code. */
  country?: string | null;
  currency?: string;
  minimum?: number | null;
  maximum?: number | null;
  multipleOf?: number | null;
  /** Commission of your account; null where the provider's quote decides. */
  price?: {
    percent: number;
    fixed: number;
    minimum: number | null;
    maximum: number | null;
  } | null;
  /** What the payer gets. */
  payer?: 'prompt' | 'link' | 'qr' | 'card' | 'none';
  /** Members that an operation of it needs beside the common ones. */
  required?: readonly string[];
}

export interface Refund {
  status: 'SUCCESS' | 'PENDING';
  message: string;
}

export interface Claim {
  statut: string;
  subject: string;
  message: string;
  claimRef: string;
  [member: string]: unknown;
}

/** A final result, in the order in which it was recorded. */
export interface JokkoEvent {
  /** Keep the last one that you have processed. */
  cursor: string;
  createdAt: string;
  status: TransactionStatus;
  reason: string;
  msg: string;
  transaction: { [member: string]: unknown };
}

export interface SmsBatch {
  batchId: string;
  message: string;
}

const finalStatuses: readonly unknown[] = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'];

export function outcomeOf(status: TransactionStatus): Outcome {
  return {
    status,
    isFinal: finalStatuses.includes(status),
    succeeded: status === 'SUCCESS',
    failed: status === 'FAILLED' || status === 'CANCELED',
  };
}

/** A transaction as `operation` answers it. */
export interface WireTransaction {
  phone: string;
  amount: number;
  codeService: string;
  transactionId: string;
  status: TransactionStatus;
  externalTransactionId: string;
  notificationMessage?: string;
  authLinkUrl?: string;
  deepLinkUrl?: string;
  orderId?: string;
  errorType?: { id: number | null; code: string } | null;
}

export function paymentOf(data: WireTransaction): Payment {
  return {
    id: data.externalTransactionId,
    transactionId: data.transactionId,
    ...outcomeOf(data.status),
    amount: data.amount,
    phone: data.phone,
    service: data.codeService,
    link: data.deepLinkUrl ?? data.authLinkUrl ?? null,
    notificationMessage: data.notificationMessage ?? null,
    orderId: data.orderId ?? null,
  };
}

/** `data` of `preview-operation`. */
export type WirePreview = Omit<Preview, 'id' | 'service'> & {
  externalTransactionId: string;
  codeService: string;
};

export function previewOf(data: WirePreview): Preview {
  const { externalTransactionId: id, codeService: service, ...rest } = data;
  return { id, service, ...rest };
}

export function isPreview(data: unknown, id: string): boolean {
  const { externalTransactionId, wouldBe } = Object(data) as Partial<WirePreview>;
  return externalTransactionId === id && typeof wouldBe === 'string';
}

/** A transaction as `get-transaction-status` answers it. */
export interface WireStatus {
  transactionId: number;
  createdAt: string;
  updatedAt: string;
  externalTransactionId: string;
  status: TransactionStatus;
  errorType: { code: string; message: string } | null;
  voucher?: Voucher;
}

export function statusOf(data: WireStatus): Status {
  return {
    id: data.externalTransactionId,
    transactionId: String(data.transactionId),
    ...outcomeOf(data.status),
    createdAt: data.createdAt,
    updatedAt: data.updatedAt,
    error: data.errorType,
    voucher: data.voucher ?? null,
  };
}

/**
 * Whether `data` is a transaction, and the one that was asked about: what a mixed-up proxy answers
 * is none.
 */
export function isTransaction(data: unknown, id: string): boolean {
  const { externalTransactionId, transactionId, status } = Object(data) as Partial<WireTransaction>;
  return (
    externalTransactionId === id &&
    transactionId !== undefined &&
    transactionId !== null &&
    typeof status === 'string'
  );
}
