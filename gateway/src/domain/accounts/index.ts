// The door of accounts: make and change them, their keys, and where they call from.

export { createAccount } from './create-account.ts';
export type { Created, NewAccount } from './create-account.ts';
export { rotateKey, setAccount, showKey } from './change-account.ts';
export type { AccountChange, Changed } from './change-account.ts';
export type { Activation } from './activation.ts';
export { loadAccount, loadFirstAccountId } from './store.ts';
export type { AccountRow, AccountSettings, Language } from './store.ts';
export { accountChannel } from './transaction.ts';
export { readWebhookSecret } from './webhook-secret.ts';
export { createDirectory } from './directory.ts';
export type { Account, Directory } from './directory.ts';
export { createAddresses, type Addresses } from './addresses.ts';
