// Checks a backup against its manifest, without a database.

import { listFiles } from './file-list.ts';
import { manifestName, readManifest, type Manifest } from './manifest.ts';

export interface BackupCheck {
  directory: string;
  manifest: Manifest;
  /**
   * In which way files are not those of the manifest, a sentence each; empty: the backup is whole.
   */
  faults: string[];
}

/** `directory` is absolute. Throws a Refusal when it has no manifest. */
export async function checkBackup(directory: string): Promise<BackupCheck> {
  const manifest = readManifest(directory);
  const found = new Map((await listFiles(directory)).map((file) => [file.path, file]));
  found.delete(manifestName);
  const faults = manifest.files.flatMap(({ path, bytes, sha256 }) => {
    const file = found.get(path);
    found.delete(path);
    if (file === undefined) return [`${path} is missing`];
    if (file.bytes !== bytes) return [`${path} has ${file.bytes} bytes, it had ${bytes}`];
    return file.sha256 === sha256 ? [] : [`${path} was changed`];
  });
  const extra = [...found.keys()].map((path) => `${path} was added`);
  return { directory, manifest, faults: [...faults, ...extra] };
}
