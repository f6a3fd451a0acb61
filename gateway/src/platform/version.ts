// Reads which version of Jokko this is.

import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

export function readVersion(): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
