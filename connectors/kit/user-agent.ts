// Names us to whom we call: providers, carriers, receivers of callbacks and alerts. Nobody else
// sets this header.

import { readFileSync } from 'node:fs';

const manifest = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

export const userAgent = `Jokko/${version}`;

/** These headers with ours in place of any other name that they give us. */
export function withUserAgent(headers: { readonly [name: string]: string } = {}): {
  [name: string]: string;
} {
  const named: { [name: string]: string } = { 'user-agent': userAgent };
  for (const name in headers) if (name.toLowerCase() !== 'user-agent') named[name] = headers[name]!;
  return named;
}
