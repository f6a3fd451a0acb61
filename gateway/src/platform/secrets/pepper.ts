// Key under which API keys are hashed: a random one, sealed with the others, so that a change of
// the key-encryption key leaves every API key valid. It is also the canary: a key-encryption key
// that does not open it is not this installation's.

import type { Session, Statement } from '../db/database.ts';
import {
  deriveKey,
  keyIdOf,
  keyIdOfKey,
  makeSecretKey,
  openKeyRing,
  WrongKeyError,
} from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';
import type { AuditKey } from './audit-key.ts';
import { certificateKeyOf, type CertificateKey } from './certificate-key.ts';
import { keyedHash, type KeyedHash } from './keyed-hash.ts';
import { contextOf } from './sealed-columns.ts';

export interface Secrets extends KeyRing {
  /** HMAC-SHA256(pepper, key), what `api_key.key_hash` holds. */
  hashKey(key: string): Buffer;
  /** Made of the pepper, and so outlives a change of the key-encryption key. */
  auditKey: AuditKey;
  /** Stands for numbers that were removed; made of the pepper, too. */
  personHash: KeyedHash;
  /** Signs what the installation certifies; made of the pepper, too. */
  certificateKey(): CertificateKey;
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
const replaceSecret: Statement = {
  name: 'replace_installation_secret',
  text: 'update installation_secret set value_sealed = $2 where name = $1 and value_sealed = $3',
};
const selectAuditNumber: Statement = {
  name: 'select_audit_number',
  text: 'select number from audit_head',
};
const selectFirstSealed: Statement = {
  name: 'select_first_webhook_secret',
  text: 'select webhook_secret_sealed as sealed from account order by id limit 1',
};

/**
 * Opens the installation's secrets; makes the pepper at the first start, and notes where the key of
 * the audit log begins. Throws WrongKeyError when `keys` are not this installation's.
 */
export async function loadSecrets(session: Session, keys: KeyEncryptionKeys): Promise<Secrets> {
  const ring = openKeyRing(keys.current, keys.old);
  let sealed = await readPepper(session);
  if (sealed === null) {
    const pepper = await choosePepper(session, keys);
    const text = pepperText(pepper.toString('base64'), await readAuditHead(session));
    await session.query(insertSecret, [pepperName, ring.seal(text, pepperContext)]);
    // Another node may have been faster.
    sealed = (await readPepper(session))!;
  }
  const { pepper, plainUntil } = readPepperText(ring.unseal(sealed, pepperContext));
  return openSecrets(ring, pepper, plainUntil ?? (await beginAuditKey(session, ring, sealed)));
}

/**
 * The first start since entries are bound with a key. Another node may be faster: what it has
 * stored counts.
 */
async function beginAuditKey(session: Session, ring: KeyRing, sealed: Buffer): Promise<number> {
  const text = pepperText(ring.unseal(sealed, pepperContext), await readAuditHead(session));
  await session.query(replaceSecret, [pepperName, ring.seal(text, pepperContext), sealed]);
  return readPepperText(ring.unseal((await readPepper(session))!, pepperContext)).plainUntil!;
}

async function readAuditHead(session: Session): Promise<number> {
  const [head] = await session.query<{ number: bigint }>(selectAuditNumber);
  return Number(head?.number ?? 0);
}

/** `pepper`: 32 bytes. `plainUntil`: the last entry of the audit log without a key. */
export function openSecrets(ring: KeyRing, pepper: Buffer, plainUntil = 0): Secrets {
  const hashKey = keyedHash(pepper);
  return {
    ...ring,
    hashKey,
    auditKey: { hash: keyedHash(hashKey('jokko/audit-log/1')), plainUntil },
    personHash: keyedHash(hashKey('jokko/personal-data/1')),
    certificateKey: () => certificateKeyOf(hashKey('jokko/certificates/1')),
  };
}

/**
 * What is sealed beside the pepper: where the key of the audit log began. In one value with it,
 * since who has only the database can neither change it nor take it away, unless all API keys
 * become invalid. `c2Vj… audit 41`
 */
const pepperText = (pepper: string, plainUntil: number): string => `${pepper} audit ${plainUntil}`;

function readPepperText(text: string): { pepper: Buffer; plainUntil: number | null } {
  const [pepper = '', , plainUntil] = text.split(' ');
  return {
    pepper: Buffer.from(pepper, 'base64'),
    plainUntil: plainUntil === undefined ? null : Number(plainUntil),
  };
}

async function readPepper(session: Session): Promise<Buffer | null> {
  const [row] = await session.query<{ sealed: Buffer }>(selectSecret, [pepperName]);
  return row?.sealed ?? null;
}

/**
 * Random; where accounts were made before peppers were stored, the one derived from the
 * key-encryption key of that time.
 */
async function choosePepper(
  session: Session,
  { current, old }: KeyEncryptionKeys,
): Promise<Buffer> {
  const [first] = await session.query<{ sealed: Buffer }>(selectFirstSealed);
  if (first === undefined) return makeSecretKey();
  const keyId = keyIdOf(first.sealed);
  const key = [current, ...old].find((candidate) => keyIdOfKey(candidate) === keyId);
  if (key === undefined) throw new WrongKeyError(`the first account is sealed under key ${keyId}`);
  return deriveKey(key, 'jokko/api-key-pepper/1');
}
