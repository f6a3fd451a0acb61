// The door of accounts: make and change them, their keys, and where they call from.

export { createAccount, createAccountIn } from './create-account.ts';
export type { Created, NewAccount } from './create-account.ts';
export { setAccount } from './change-account.ts';
export type { AccountChange, Changed } from './change-account.ts';
export type { Activation } from './activation.ts';
export { loadAccount, loadFirstAccountId, loadMode } from './store.ts';
export type { AccountRow, AccountSettings, Language } from './store.ts';
export { accountChannel, touch } from './touch.ts';
export { readWebhookSecret, rotateWebhookSecret } from './webhook-secret.ts';
export { createFirstHmacUses, finishHmacRotation, readHmacStatus, rotateHmacSecret, switchHmac } from './hmac-secrets.ts';
export type { HmacStatus } from './hmac-secrets.ts';
export { createSigningSecrets, liveHmacKeys, outboundHmacKey, removeEndedSecrets } from './signing-secrets.ts';
export type { HmacKey, SigningSecrets, SigningSecretsReader } from './signing-secrets.ts';
export { setSecondCallback } from './second-callback.ts';
export { createDirectory } from './directory.ts';
export type { Account, Asking, Directory, KeyFound } from './directory.ts';
export { createAddresses, removeOldAddresses, type Addresses } from './addresses.ts';
export { createAddressList, isAddressRange } from './address-list.ts';
export { createKey, listKeys, revokeKey, rotateKey, rotateKeys, showKey } from './change-keys.ts';
export type { Expiry, ListedKey, RotatedKey } from './change-keys.ts';
export { keyScopes, permits } from './key-access.ts';
export type { KeyAccess, KeyScope, Permission } from './key-access.ts';
export { createKeyUses, type KeyUses } from './key-uses.ts';
export { isWellFormedApiKey, keyIdText, makeApiKey, readKeyId } from './keys.ts';
export { createCopies } from './copies.ts';
