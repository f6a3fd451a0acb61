// The door of accounts: make and change them, their keys, and where they call from.

export { createAccount } from './create-account.ts';
export type { Created, NewAccount } from './create-account.ts';
export { rotateKey, setAccount, showKey } from './change-account.ts';
export type { AccountChange, Changed } from './change-account.ts';
export type { Activation } from './activation.ts';
export { loadAccount, loadFirstAccountId } from './store.ts';
export type { AccountRow, AccountSettings, Language } from './store.ts';
export { accountChannel } from './transaction.ts';
export { readWebhookSecret, rotateWebhookSecret } from './webhook-secret.ts';
export { finishHmacRotation, noteFirstHmacUse, readHmacStatus, rotateHmacSecret, switchHmac } from './hmac-secrets.ts';
export type { HmacStatus } from './hmac-secrets.ts';
export { createSigningSecrets, liveHmacKeys, outboundHmacKey, removeEndedSecrets } from './signing-secrets.ts';
export type { HmacKey, SigningSecrets, SigningSecretsReader } from './signing-secrets.ts';
export { createDirectory } from './directory.ts';
export type { Account, Directory } from './directory.ts';
export { createAddresses, type Addresses } from './addresses.ts';
