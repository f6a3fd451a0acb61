// Entry point of accounts: make and change them, their keys, and where they call from.

export { createAccount, createAccountIn } from './create-account.ts';
export { issueKey } from './issue-key.ts';
export type { Created, NewAccount } from './create-account.ts';
export { setAccount } from './change-account.ts';
export type { AccountChange, Changed } from './change-account.ts';
export type { Activation } from './activation.ts';
export { loadAccount, loadFirstAccountId, operationMaxOf } from './store.ts';
export type { AccountRow, AccountSettings, Language } from './store.ts';
export { accountChannel, touch } from './touch.ts';
export { makeWebhookSecret } from './keys.ts';
export { readWebhookOverlap, readWebhookSecret, rotateWebhookSecret } from './webhook-secret.ts';
export {
  createFirstHmacUses,
  finishHmacRotation,
  readHmacStatus,
  rotateHmacSecret,
  switchHmac,
} from './hmac-secrets.ts';
export type { HmacStatus } from './hmac-secrets.ts';
export { createSigningSecrets, liveHmacKeys, outboundHmacKey } from './signing-secrets.ts';
export type { HmacKey, SigningSecrets, SigningSecretsReader } from './signing-secrets.ts';
export { setSecondCallback } from './second-callback.ts';
export { createDirectory } from './directory.ts';
export type { Account, Directory, KeyFound } from './directory.ts';
export { cellOfApiKey } from './keys.ts';
export { createKeyReader } from './unknown-keys.ts';
export type { Asking } from './unknown-keys.ts';
export { createAddresses, type Addresses } from './addresses.ts';
export { createAddressList, isAddressRange } from './address-list.ts';
export {
  createKey,
  listKeyPage,
  listKeys,
  revokeKey,
  rotateKey,
  rotateKeys,
  showKey,
} from './change-keys.ts';
export { setPayoutLimit } from './key-store.ts';
export type { Expiry, ListedKey, RotatedKey } from './change-keys.ts';
export { revealHmacSecret, revealKey, revealWebhookSecret } from './reveal.ts';
export { fundByOperator, type Funded, type Funding } from './fund.ts';
export { keyScopes, permits } from './key-access.ts';
export type { KeyAccess, KeyScope, Permission } from './key-access.ts';
export { createKeyUses, type KeyUses } from './key-uses.ts';
export {
  digestOfKey,
  isWellFormedApiKey,
  keyIdText,
  keyWords,
  makeApiKey,
  readKeyId,
  reportedPartOf,
} from './keys.ts';
export { readProgress } from './progress.ts';
export { createCopies } from './copies.ts';
export { requestService, decideServiceRequest } from './service-requests.ts';
export type { ServiceRequest } from './service-request-store.ts';
export {
  loadAccountServices,
  loadNewestServiceRequests,
  loadServiceRequestPage,
} from './service-request-store.ts';
export { findOwnedKey } from './find-key.ts';
export {
  findAccountsMeant,
  findListedAccount,
  listAccounts,
  loadAccountNames,
} from './listed-store.ts';
export type { ListedAccount } from './listed-store.ts';
export { loadCatalogueCodes } from './store.ts';
export { loadAccountTerms, setAccountServices, setAccountTermsIn } from './terms.ts';
export type { AccountTerms } from './terms.ts';
export { openAccount, setAccountService, setPriceOverrideIn, suspendAccount } from './operate.ts';
export { accountTasks } from './tasks.ts';
