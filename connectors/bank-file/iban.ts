// Builds the IBAN of a RIB: country, two check digits by ISO 13616, and the RIB.

/** `country`: ISO 3166 alpha-2. */
export function ibanOfRib(rib: string, country: string): string {
  const digits = `${rib}${country}00`.replace(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  );
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${rib}`;
}
