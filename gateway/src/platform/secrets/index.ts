// Entry point of secrets: how they are kept, and how they are sealed again when the key-encryption
// key changes.

export { keyIdOf, makeSecretKey, openKeyRing, WrongKeyError, type KeyRing } from './key-ring.ts';
export { loadSecrets } from './pepper.ts';
export type { KeyEncryptionKeys, Secrets } from './pepper.ts';
export {
  contextOf,
  carrierConnectionSecretContext,
  routeSecretContext,
  sealedColumns,
  sealedDocuments,
} from './sealed-columns.ts';
export { readSecretsStatus, rewrap } from './rewrap.ts';
export type { NodeKeys, Progress, Rewrapped, SecretsStatus } from './rewrap.ts';
export { auditKeyOf, holdAuditKey, type AuditKey } from './audit-key.ts';
export { readPublicKey, type CertificateKey, type PublicKey } from './certificate-key.ts';
export { holdPersonKey, personHashOf } from './person-key.ts';
export { createBlockSeal, sealedBlockBytes } from './sealed-block.ts';
export { keyedHash, type KeyedHash } from './keyed-hash.ts';
