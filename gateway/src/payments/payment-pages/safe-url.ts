// Checks whether a browser may be redirected to an address.

// Schemes that run or read something in the browser itself. Providers' own schemes (`wave:`,
// `orangemoney:`) open their app.
const refusedSchemes = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'view-source:',
  'filesystem:',
]);

/** A developer's page: http or https only. Null otherwise. */
export function webAddress(text: string | undefined): string | null {
  const url = parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/**
 * A provider's link: a web address or the scheme of an app. Null when it is none or could run in
 * the browser.
 */
export function providerAddress(text: string | undefined): string | null {
  const url = parse(text);
  return url === null || refusedSchemes.has(url.protocol) ? null : url.href;
}

function parse(text: string | undefined): URL | null {
  return text !== undefined && URL.canParse(text) ? new URL(text) : null;
}
