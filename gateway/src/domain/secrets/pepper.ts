// Under which key are API keys hashed? A random one that is kept sealed with the others, so that a change of the key-encryption key leaves
// every API key valid. It is also the canary: a key-encryption key that does not open it is not the one of this installation.

import type { Session, Statement } from '../../db/database.ts';
import { deriveKey, keyIdOf, keyIdOfKey, makeSecretKey, openKeyRing, WrongKeyError } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';
import { keyedHash } from './keyed-hash.ts';
import { contextOf } from './sealed-columns.ts';

export interface Secrets extends KeyRing {
  /** HMAC-SHA256(pepper, key), what `api_key.key_hash` holds. */
  hashKey(key: string): Buffer;
}

export interface KeyEncryptionKeys {
  /** 32 bytes; seals and opens. */
  current: Buffer;
  /** Only open, until nothing is sealed under them any more. */
  old: readonly Buffer[];
}

const pepperName = 'pepper';
const pepperContext = contextOf('installation_secret', 'value_sealed', pepperName);

const selectSecret: Statement = {
  name: 'select_installation_secret',
  text: 'select value_sealed as sealed from installation_secret where name = $1',
};
const insertSecret: Statement = {
  name: 'insert_installation_secret',
  text: 'insert into installation_secret (name, value_sealed) values ($1, $2) on conflict do nothing',
};
const selectFirstSealed: Statement = {
  name: 'select_first_webhook_secret',
  text: 'select webhook_secret_sealed as sealed from account order by id limit 1',
};

/** Opens the installation's secrets; makes the pepper at the first start. Throws WrongKeyError when `keys` are not this installation's. */
export async function loadSecrets(session: Session, keys: KeyEncryptionKeys): Promise<Secrets> {
  const ring = openKeyRing(keys.current, keys.old);
  let sealed = await readPepper(session);
  if (sealed === null) {
    const pepper = await choosePepper(session, keys);
    await session.query(insertSecret, [pepperName, ring.seal(pepper.toString('base64'), pepperContext)]);
    // Another node may have been faster.
    sealed = (await readPepper(session))!;
  }
  return openSecrets(ring, Buffer.from(ring.unseal(sealed, pepperContext), 'base64'));
}

/** `pepper`: 32 bytes. */
export function openSecrets(ring: KeyRing, pepper: Buffer): Secrets {
  return { ...ring, hashKey: keyedHash(pepper) };
}

async function readPepper(session: Session): Promise<Buffer | null> {
  const [row] = await session.query<{ sealed: Buffer }>(selectSecret, [pepperName]);
  return row?.sealed ?? null;
}

/** Random; where accounts were made before peppers were stored, the one derived from the key-encryption key of that time. */
async function choosePepper(session: Session, { current, old }: KeyEncryptionKeys): Promise<Buffer> {
  const [first] = await session.query<{ sealed: Buffer }>(selectFirstSealed);
  if (first === undefined) return makeSecretKey();
  const keyId = keyIdOf(first.sealed);
  const key = [current, ...old].find((candidate) => keyIdOfKey(candidate) === keyId);
  if (key === undefined) throw new WrongKeyError(`the first account is sealed under key ${keyId}`);
  return deriveKey(key, 'jokko/api-key-pepper/1');
}
