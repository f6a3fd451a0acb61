// Files uploaded to the simulated WhatsApp. Kept in memory until the process ends; the real one
// keeps them 30 days.

import { hash } from 'node:crypto';

export interface StoredMedia {
  id: string;
  type: string;
  bytes: Buffer;
  sha256: string;
}

export interface MediaStore {
  add(type: string, bytes: Buffer): StoredMedia;
  get(id: string): StoredMedia | undefined;
  remove(id: string): boolean;
}

const firstId = 300_000_000_000_000;
/** The oldest goes first: a bench must not fill the memory. */
const filesMax = 200;

export function createMediaStore(): MediaStore {
  const files = new Map<string, StoredMedia>();
  let count = 0;
  return {
    add(type, bytes) {
      count += 1;
      const id = String(firstId + count);
      const stored = { id, type, bytes, sha256: hash('sha256', bytes, 'hex') };
      files.set(id, stored);
      if (files.size > filesMax) files.delete(files.keys().next().value!);
      return stored;
    },
    get: (id) => files.get(id),
    remove: (id) => files.delete(id),
  };
}
