// Parses a transaction id as clients send it to new-claim and refund-cancel: as issued, as a
// number, or with a leading T (rule S5).

const issuedForm = /^[Tt]?(\d{1,16})$/;

/**
 * The digits of a transaction id below 2^53 without leading zeros, or null for a value that cannot
 * be one.
 */
export function readTransactionId(given: unknown): string | null {
  if (typeof given === 'number')
    return Number.isSafeInteger(given) && given > 0 ? String(given) : null;
  if (typeof given !== 'string') return null;
  const digits = issuedForm.exec(given.trim())?.[1];
  if (digits === undefined) return null;
  const id = BigInt(digits);
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? id.toString() : null;
}
