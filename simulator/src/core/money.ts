// Computes amounts as integers of ten-thousandths of the currency unit; on the wire they are
// decimal strings.

const decimal = /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,4})?$/;

/** Ten-thousandths, or null when the text is no amount. */
export function parseAmount(text: string): bigint | null {
  if (!decimal.test(text)) return null;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
}

/** Shortest decimal string, for example `12.5`. */
export function formatAmount(minor: bigint): string {
  const sign = minor < 0n ? '-' : '';
  const size = minor < 0n ? -minor : minor;
  const fraction = (size % 10_000n)
    .toString()
    .padStart(4, '0')
    .replace(/0{1,4}$/, '');
  return `${sign}${size / 10_000n}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Exactly `places` decimals (0 to 4), cut off below. */
export function formatFixed(minor: bigint, places: number): string {
  const fraction = (minor % 10_000n).toString().padStart(4, '0').slice(0, places);
  return places === 0 ? (minor / 10_000n).toString() : `${minor / 10_000n}.${fraction}`;
}
