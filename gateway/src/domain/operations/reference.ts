// How does a provider's notice find its attempt? Our reference of an attempt is a UUID (version 8) made of its primary key, so no index
// and no look-up table is needed. It is not a secret: a notice is authenticated by the connector, never by knowing a reference.

const marker = 0x9n;

/** UUID that names one attempt. `transactionId` below 2^53, `accountId` below 2^31, `number` below 2^8. */
export function attemptReference(accountId: number, transactionId: string, number: number): string {
  // 122 free bits: 53 transaction, 31 account, 8 number, 30 check.
  const key = (BigInt(transactionId) << 39n) | (BigInt(accountId) << 8n) | BigInt(number);
  const bits = (key << 30n) | checkOf(key);
  const hex = (((bits >> 74n) << 80n) | (0x8n << 76n) | (((bits >> 62n) & 0xfffn) << 64n) | (0x2n << 62n) | (bits & ((1n << 62n) - 1n)))
    .toString(16)
    .padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export interface AttemptKey {
  accountId: number;
  transactionId: string;
  number: number;
}

/** The attempt that a reference names, or null when it is none of ours. */
export function parseAttemptReference(reference: string): AttemptKey | null {
  if (!/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-8[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/.test(reference)) return null;
  const value = BigInt(`0x${reference.replaceAll('-', '')}`);
  const bits = ((value >> 80n) << 74n) | (((value >> 64n) & 0xfffn) << 62n) | (value & ((1n << 62n) - 1n));
  const key = bits >> 30n;
  if ((bits & ((1n << 30n) - 1n)) !== checkOf(key)) return null;
  return { accountId: Number((key >> 8n) & 0x7fffffffn), transactionId: String(key >> 39n), number: Number(key & 0xffn) };
}

/** 30 bits that a made-up or damaged reference is unlikely to have; a plain mix, not a signature. */
function checkOf(key: bigint): bigint {
  let mixed = BigInt.asUintN(64, (key ^ (key >> 64n)) * 0x9e3779b97f4a7c15n + marker);
  mixed ^= mixed >> 29n;
  mixed = BigInt.asUintN(64, mixed * 0xbf58476d1ce4e5b9n);
  return (mixed ^ (mixed >> 32n)) & ((1n << 30n) - 1n);
}
