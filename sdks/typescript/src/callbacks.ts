// Verifies callbacks by Standard Webhooks, over the bytes as they arrived.

import {
  SignatureMistake,
  verifyWebhook,
  type ReceivedHeaders,
  type SignatureProblem,
  type SignedBody,
} from '../../../contract/src/signing/index.ts';
import { CallbackError, InvalidCall, type CallbackProblem } from './errors.ts';
import { outcomeOf, type TransactionStatus, type Voucher } from './results.ts';

/** Headers as servers give them: an object with names in any case, or `Headers`. */
export type CallbackHeaders = ReceivedHeaders;

/** A genuine result. */
export interface Callback {
  /** Your id of the order. */
  id: string;
  /** The same at each delivery: skip what you have seen. */
  webhookId: string;
  transactionId: string;
  status: TransactionStatus;
  isFinal: boolean;
  succeeded: boolean;
  failed: boolean;
  amount: number;
  phone: string;
  service: string;
  commission: number;
  error: { code: string; message: string; id: number | null } | null;
  metadata: { [member: string]: unknown };
  voucher: Voucher | null;
  /** The whole callback as parsed. */
  body: { [member: string]: unknown };
}

interface WireCallback {
  status: TransactionStatus;
  transaction: {
    phone: string;
    amount: number;
    codeService: string;
    commission: number;
    transactionId: string;
    externalTransactionId: string;
    errorType: { code: string; message: string; id: number | null } | null;
    data: { [member: string]: unknown };
    voucher?: Voucher;
  };
}

/** `now`: Unix time in seconds, for tests. Throws CallbackError for what is not genuine. */
export async function verifyCallback(
  secret: string | readonly string[] | undefined,
  body: SignedBody,
  headers: CallbackHeaders,
  now: number = Date.now() / 1_000,
): Promise<Callback> {
  if (secret === undefined || secret.length === 0)
    throw new InvalidCall('webhookSecret is needed to verify callbacks.');
  const verdict = await verifyWebhook({ headers, body, secret, nowMs: now * 1_000 });
  if (!verdict.ok)
    throw new CallbackError(
      problemOf(verdict.problem),
      // Its English text alone, without the French one.
      new SignatureMistake(verdict.problem).message,
    );
  return callbackOf(parseCallback(body), webhookIdOf(headers));
}

function problemOf({ type }: SignatureProblem): CallbackProblem {
  switch (type) {
    case 'missing':
      return 'missingHeader';
    case 'tooOld':
    case 'tooEarly':
    case 'malformedTimestamp':
    case 'otherUnit':
      return 'tooOld';
    default:
      return 'signature';
  }
}

function parseCallback(body: SignedBody): WireCallback {
  try {
    const text =
      typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
    const parsed = Object(JSON.parse(text)) as Partial<WireCallback>;
    const { transaction, status } = parsed;
    const { externalTransactionId } = Object(transaction) as Partial<WireCallback['transaction']>;
    const hasStatus = status !== undefined && outcomeOf(status).isFinal;
    if (hasStatus && typeof externalTransactionId === 'string') return parsed as WireCallback;
  } catch {
    // Told below.
  }
  throw new CallbackError('notJson', 'The body is signed, but it is no callback of a transaction.');
}

function webhookIdOf(headers: CallbackHeaders): string {
  if (typeof headers.get === 'function') return headers.get('webhook-id') ?? '';
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'webhook-id');
  return [given?.[1] ?? ''].flat()[0] as string;
}

function callbackOf(body: WireCallback, webhookId: string): Callback {
  const { transaction } = body;
  return {
    id: transaction.externalTransactionId,
    webhookId,
    transactionId: transaction.transactionId,
    ...outcomeOf(body.status),
    amount: transaction.amount,
    phone: transaction.phone,
    service: transaction.codeService,
    commission: transaction.commission,
    error:
      transaction.errorType === null || transaction.errorType === undefined
        ? null
        : {
            code: transaction.errorType.code,
            message: transaction.errorType.message,
            id: transaction.errorType.id,
          },
    metadata: transaction.data ?? {},
    voucher: transaction.voucher ?? null,
    body: body as unknown as { [member: string]: unknown },
  };
}
