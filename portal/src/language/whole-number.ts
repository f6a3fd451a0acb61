// Parses a whole number: digits alone.

/**
 * What is no such number is -1, which no field takes: NaN would become null in JSON, and null often
 * means something.
 */
export function wholeNumber(text = ''): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1;
}
