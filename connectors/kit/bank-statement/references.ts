// Our references in a bank's files: at most 35 characters without slashes. A reference of ours is a
// UUID; without its dashes it has 32, and comes back the same way.

const uuid = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i;
const endToEnd = /^([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/i;

/** In capitals, since some banks write everything so. */
export function endToEndOf(ours: string): string {
  return ours.replaceAll('-', '').toUpperCase();
}

/** Our reference, or null when the text is none that we could have sent. */
export function oursOf(endToEndId: string | undefined): string | null {
  const found = endToEnd.exec(endToEndId?.trim() ?? '') ?? uuid.exec(endToEndId?.trim() ?? '');
  return found === null ? null : found.slice(1).join('-').toLowerCase();
}

/** What banks write where they have no reference, in capitals and without spaces. */
const noReferences: ReadonlySet<string> = new Set([
  ...['NONREF', 'NOREF', 'NOREFERENCE', 'NOTPROVIDED', 'NOTPROVIDE', 'NOTAVAILABLE', 'UNKNOWN'],
  ...['NONE', 'NULL', 'N/A', 'NA', 'N.A.', 'NC', 'SANSREFERENCE', 'SANSREF', 'NEANT'],
]);

/**
 * A bank's own reference of a movement, which need not be the only one of its kind; null where the
 * text stands for none.
 */
export function bankReference(text: string | undefined): string | null {
  const bare = (text ?? '').replaceAll(/\s/g, '').toUpperCase();
  const hasSign = [...bare].some((sign) => /[A-Z1-9]/.test(sign));
  return hasSign && !noReferences.has(bare) ? text!.trim() : null;
}
