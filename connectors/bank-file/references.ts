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
