// The doctor: every invariant as one read-only check.

import { defined } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Check, Inapplicable } from '../../platform/doctor/check.ts';
import type { Diagnosis } from '../../platform/doctor/diagnosis.ts';
import { runChecks } from '../../platform/doctor/run-checks.ts';
import { runByPeriod } from './by-period.ts';
import {
  balancesReported,
  callbackSaysTheSame,
  delivery,
  oneCallback,
  sameBody,
} from '../../payments/callbacks/checks.ts';
import { documents } from '../../platform/documents/checks.ts';
import { noCaseOfTheDecided, noSilentDelay } from '../../payments/operations/checks-cases.ts';
import { history, refunds } from '../../payments/operations/checks-history.ts';
import { inapplicable } from './inapplicable.ts';
import { claimsTold } from '../../backoffice/claims/checks.ts';
import { payoutLines } from '../../backoffice/payouts/checks-payout-lines.ts';
import { payouts } from '../../backoffice/payouts/checks.ts';
import { auditChain, twoUsers } from '../../backoffice/users/checks.ts';
import { accountsApart, leases, sealedSecrets } from './installation.ts';
import {
  appendOnly,
  balances,
  eachPosting,
  neverNegative,
  noStrayPosting,
  suspense,
  wholeLedger,
} from '../../payments/ledger/checks.ts';
import { messages } from '../../messaging/delivery/checks.ts';
import {
  alarmClock,
  attempts,
  nothingStuck,
  proofs,
  ownReferences,
  uniqueIds,
} from '../../payments/operations/checks.ts';
import { checkoutsPaidOnce } from '../../payments/checkouts/checks.ts';
import { linksPaidOnce } from '../../payments/payment-links/checks.ts';
import { noticesMatched } from '../../payments/provider-inbox/checks.ts';
import { providerFees } from '../../payments/ledger/checks-fees.ts';
import { postings } from '../../payments/ledger/checks-postings.ts';
import { secretsInClear } from './secrets-in-clear.ts';
import { providerBooks } from '../../backoffice/reconciliation/checks.ts';
import { numbersAreOurs, sentIsKnown, sentIsKnownBy } from '../../backoffice/recovery/checks.ts';
import type { Sealing } from '../../payments/send-journal/index.ts';
import { floatMoves, settlements } from '../../backoffice/settlements/checks.ts';

export const checks: readonly Check[] = [
  sentIsKnown,
  numbersAreOurs,
  wholeLedger,
  eachPosting,
  balances,
  neverNegative,
  appendOnly,
  postings,
  providerFees,
  noStrayPosting,
  providerBooks,
  suspense,
  history,
  uniqueIds,
  ownReferences,
  attempts,
  alarmClock,
  nothingStuck,
  proofs,
  noCaseOfTheDecided,
  noSilentDelay,
  oneCallback,
  callbackSaysTheSame,
  delivery,
  sameBody,
  balancesReported,
  refunds,
  noticesMatched,
  messages,
  sealedSecrets,
  leases,
  accountsApart,
  auditChain,
  twoUsers,
  payouts,
  payoutLines,
  documents,
  settlements,
  floatMoves,
  claimsTold,
  checkoutsPaidOnce,
  linksPaidOnce,
];

/** Checks that read every text of the database. */
export const deepChecks: readonly Check[] = [secretsInClear];

/** The journals of the machine on which the doctor runs. */
export interface JournalsAtHand {
  journals: string;
  secrets: Sealing;
}

/**
 * Where there is no more of anything than this, everything is one part: it is read as a whole, in
 * one snapshot.
 */
const rowsOfWholeMax = 2_000;
const growing = ['transfer', 'sms_message', 'audit_entry', 'payout_line', 'reconciliation_line'];

export interface DoctorOptions {
  /** Also those checks that read every text. */
  deep?: boolean;
  /** Reads all of the past again, which a round otherwise reads a share of. */
  full?: boolean;
  /** Compares the send journals of this machine, too. */
  atHand?: JournalsAtHand;
  /** Pauses after each statement as long as it took: beside a node that serves. */
  givesWay?: boolean;
  /** For tests: reads parts of so many rows each; otherwise the size of the database decides. */
  rowsOfPart?: number;
}

/**
 * Checks every invariant of this database: as a whole (see `runChecks`), or period by period where
 * it is large (see `runByPeriod`).
 */
export async function runDoctor(
  database: Database,
  { deep = false, full = false, atHand, givesWay = false, rowsOfPart }: DoctorOptions = {},
): Promise<Diagnosis> {
  const own =
    atHand === undefined
      ? checks
      : checks.map((check) =>
          check === sentIsKnown ? sentIsKnownBy(atHand.journals, atHand.secrets) : check,
        );
  const all = deep ? [...own, ...deepChecks] : own;
  const others = deep ? inapplicable : [...inapplicable, ...deepChecks.map(leftOut)];
  return rowsOfPart !== undefined || (await isLarge(database))
    ? runByPeriod(database, all, others, {
        full,
        fullChecks: [orphans],
        givesWay,
        ...defined({ rowsOfPart }),
      })
    : runChecks(database, all, others, givesWay);
}

/** Rows without their operation are in no part: they are looked for in the whole tables. */
const orphans: Check = { ...accountsApart, reach: 'once' };

async function isLarge(database: Database): Promise<boolean> {
  const [row] = await database.query<{ large: boolean }>({
    name: 'doctor-is-large',
    text: `select exists (select from proven_period) or
      ${growing.map((table) => `(select count(*) > ${rowsOfWholeMax} from (select from ${table} limit ${rowsOfWholeMax + 1}) r)`).join(' or ')} as large`,
  });
  return row!.large;
}

const leftOut = ({ id, statement }: Check): Inapplicable => ({
  id,
  statement,
  reason: 'it reads all of the database: `jokko doctor --deep`',
});
