// Order ids of at most 30 characters: the 128 bits of our reference (a UUID) in base 36.

const length = 25;
const uuidShape = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const orderIdShape = /^[0-9a-z]{25}$/;

export function orderIdOf(ourRef: string): string {
  return BigInt(`0x${ourRef.replaceAll('-', '')}`)
    .toString(36)
    .padStart(length, '0');
}

/** Null when no reference of ours can have this id. */
export function ourRefOf(orderId: string): string | null {
  if (!orderIdShape.test(orderId)) return null;
  let value = 0n;
  for (const digit of orderId) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = value.toString(16).padStart(32, '0');
  const parts = uuidShape.exec(hex);
  return parts === null ? null : parts.slice(1).join('-');
}
