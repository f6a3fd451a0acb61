// Verifies that `sha256Hash` of a callback is the one that the gateway made for this client. The
// interface's default proof: it covers the two ids and the key, not the rest of the body;
// signatures (signature.ts, webhook.ts) cover all of it.

import { equalBytes, utf8 } from './bytes.ts';
import { sha256Hex } from './digest.ts';

/**
 * The input of `sha256Hash`: the client's proof that a callback comes from the gateway. The hash is
 * lower-case hex of its SHA-256.
 */
export function composeHashInput(
  transactionId: string,
  externalTransactionId: string,
  apiKey: string,
): string {
  return `${transactionId}|${externalTransactionId}|${apiKey}`;
}

/**
 * `apiKey`: the key of the initiation, also after a rotation. `callback`: the parsed body, of
 * whatever form.
 */
export async function verifyCallbackHash(callback: unknown, apiKey: string): Promise<boolean> {
  const body = callback as {
    sha256Hash?: unknown;
    transaction?: { transactionId?: unknown; externalTransactionId?: unknown } | null;
  } | null;
  const { transactionId, externalTransactionId } = body?.transaction ?? {};
  if (
    typeof body?.sha256Hash !== 'string' ||
    typeof transactionId !== 'string' ||
    typeof externalTransactionId !== 'string'
  )
    return false;
  const expected = await sha256Hex(composeHashInput(transactionId, externalTransactionId, apiKey));
  return equalBytes(utf8(expected), utf8(body.sha256Hash));
}
