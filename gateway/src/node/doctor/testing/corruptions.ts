// Corruptions that each break exactly one invariant: SQL on the correct small database, run with
// triggers off.

import type { Corruption } from './corruption.ts';
import { callbackCorruptions } from './callback-corruptions.ts';
import { checkoutCorruptions } from './checkout-corruptions.ts';
import { claimCorruptions } from './claim-corruptions.ts';
import { ledgerCorruptions } from './ledger-corruptions.ts';
import { messageCorruptions } from './message-corruptions.ts';
import { operationCorruptions } from './operation-corruptions.ts';
import { documentCorruptions } from './document-corruptions.ts';
import { payoutCorruptions } from './payout-corruptions.ts';
import { payoutLineCorruptions } from './payout-line-corruptions.ts';
import { usersCorruptions } from './user-corruptions.ts';
import { reconciliationCorruptions } from './reconciliation-corruptions.ts';
import { recoveryCorruptions } from './recovery-corruptions.ts';
import { settlementCorruptions } from './settlement-corruptions.ts';

export const corruptions: readonly Corruption[] = [
  ...ledgerCorruptions,
  ...operationCorruptions,
  ...callbackCorruptions,
  ...messageCorruptions,
  ...usersCorruptions,
  ...reconciliationCorruptions,
  ...documentCorruptions,
  ...recoveryCorruptions,
  ...settlementCorruptions,
  ...payoutCorruptions,
  ...payoutLineCorruptions,
  ...claimCorruptions,
  ...checkoutCorruptions,
];
