// The bank's side of the folders: takes files that are whole, and puts its own under their names
// only when they are.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Folder {
  /** Names of files to be taken, oldest name first. */
  list(): string[];
  read(name: string): string;
  remove(name: string): void;
  put(name: string, text: string): void;
}

const fileName = /^[A-Za-z0-9_][A-Za-z0-9._-]*\.xml$/;

export function openFolder(directory: string): Folder {
  const incoming = join(directory, 'to-bank');
  const outgoing = join(directory, 'from-bank');
  return {
    list: () =>
      existsSync(incoming)
        ? readdirSync(incoming)
            .filter((name) => fileName.test(name))
            .toSorted()
        : [],
    read: (name) => readFileSync(join(incoming, name), 'utf8'),
    remove: (name) => rmSync(join(incoming, name), { force: true }),
    put(name, text) {
      mkdirSync(outgoing, { recursive: true });
      const path = join(outgoing, name);
      writeFileSync(`${path}.part`, text);
      renameSync(`${path}.part`, path);
    },
  };
}
