// How the book names a transfer: by its EndToEndId, written as the UUID that it is where it has 32
// hexadecimal digits, since the control and the book of all protocols name orders so.

export function referenceOf(endToEndId: string): string {
  const found = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(endToEndId);
  return found === null || !/^[0-9A-F]{32}$/.test(endToEndId)
    ? endToEndId
    : found.slice(1).join('-').toLowerCase();
}

export function endToEndIdOf(reference: string): string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference)
    ? reference.replaceAll('-', '').toUpperCase()
    : reference;
}
