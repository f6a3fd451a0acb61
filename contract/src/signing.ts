// Which strings are hashed and signed between gateway and client? Pure composition, so that it runs in a browser; the caller brings the hash.

/** The input of `sha256Hash`: the client's proof that a callback comes from the gateway. The hash is lower-case hex of its SHA-256. */
export function composeHashInput(transactionId: string, externalTransactionId: string, apiKey: string): string {
  return `${transactionId}|${externalTransactionId}|${apiKey}`;
}

/** The input of `Hmac-Signature`: method in capitals, Unix time in milliseconds, and the exact body text. */
export function composeSignatureInput(method: string, timestampMs: string | number, body: string): string {
  return `${method.toUpperCase()}:${timestampMs}:${body}`;
}

/** Lower-case hex SHA-256 of UTF-8 text through Web Crypto, for browsers and client code; the gateway uses its own synchronous hash. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
