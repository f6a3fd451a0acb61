// Reads from the manifest of the build which files a part of the portal loads.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
export type Manifest = Record<string, Chunk>;

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** Every file that is loaded with these entries, once. */
export function filesOf(
  manifest: Manifest,
  entries: readonly string[],
  found = new Set<string>(),
): Set<string> {
  for (const entry of entries) {
    const chunk = manifest[entry];
    if (chunk === undefined) throw new Error(`${entry} is not in the manifest`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    for (const style of chunk.css ?? []) found.add(style);
    filesOf(manifest, chunk.imports ?? [], found);
  }
  return found;
}
