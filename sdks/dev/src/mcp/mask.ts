// Masks the numbers of people in answers that a live key gets. What an assistant reads goes to the
// company that runs its model.

const phoneNames = /phone|e164|msisdn|account|rib|iban|reference|card/i;
/** Members of payments, which somebody has to name; and times. */
const kept = new Set([
  'at',
  'createdAt',
  'updatedAt',
  'cursor',
  'next',
  'requestId',
  'transactionId',
  'externalTransactionId',
  'sousServiceTransactionId',
]);
const longNumber = /\+?\d(?:[ .-]?\d){6,}/g;
const shownDigits = 2;

const maskedNumber = (text: string): string => `•••••${text.slice(-shownDigits)}`;

/**
 * The same, with all but the last two digits of each phone and account hidden, and without what the
 * merchant sent along.
 */
export function masked<Value>(value: Value, name = ''): Value {
  return maskedIn(value, name) as Value;
}

function maskedIn(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => maskedIn(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, each]) => [
        member,
        name === 'transaction' && member === 'data' ? '(left out)' : maskedIn(each, member),
      ]),
    );
  if (kept.has(name)) return value;
  if (phoneNames.test(name) && (typeof value === 'string' || typeof value === 'number'))
    return maskedNumber(String(value));
  return typeof value === 'string' ? value.replaceAll(longNumber, maskedNumber) : value;
}
