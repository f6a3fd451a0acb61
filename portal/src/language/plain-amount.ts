// Normalises an amount as users write it (spaces between thousands, a comma before decimals, a
// typographer's minus) to the form of the interface.

/**
 * The same as the interface takes it: "1 500,5" is "1500.5". What is no amount stays none, and
 * neither is what means two: "250,000" is a quarter of a million to some and 250 to others.
 */
export function plainAmount(text: string): string {
  const plain = text.replace(/\s/g, '').replace('\u2212', '-');
  return /[.,]\d{3}(?!\d)/.test(plain) ? plain.replaceAll('.', ',') : plain.replace(',', '.');
}
