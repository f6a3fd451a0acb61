// Reads what a file says of our account: a statement (camt.053), a report within the day (camt.052)
// or notices (camt.054). Which of our transfers were debited, which came back, and every row for
// the reconciliation.

import { defined, bankNumberText, readBankNumber } from '@jokko/contract';
import { about, succeeded } from '@jokko/connectors/kit';
import type { Claims, FileDoubt, ProviderEvent, QueryOutcome } from '@jokko/connectors/kit';
import {
  amountElements,
  partyIn,
  readEntries,
  readStatement,
} from '@jokko/connectors/kit/bank-statement';
import type { AccountForm, Entry, Movement, Statement } from '@jokko/connectors/kit/bank-statement';
import { childAt, textAt } from '@jokko/connectors/kit/xml';
import type { XmlElement } from '@jokko/connectors/kit/xml';
import type { BankFileConfig } from '../config.ts';
import { errorOf, readReasons } from '../results.ts';
import { amountClaims, partyClaims } from '../wire-amount.ts';

export interface AccountReading {
  events: ProviderEvent[];
  doubts: FileDoubt[];
  notes: string[];
  /** Null: notices, which tell the same movements once more. */
  statement: Statement | null;
}

/** Its number in the message, counted from 1, and what the message says of its pages. */
export interface AccountPlace {
  number: number;
  message: XmlElement;
}

const shownMax = 20;

export const anotherAccount = 'is about another account';

/**
 * `account`: an element `Stmt`, `Rpt` or `Ntfctn`. A string: why it says nothing, or cannot be
 * read.
 */
export function readAccount(
  config: BankFileConfig,
  form: AccountForm,
  account: XmlElement,
  place: AccountPlace,
): AccountReading | string {
  if (!isOurAccount(config, account)) return anotherAccount;
  const reading: AccountReading = { events: [], doubts: [], notes: [], statement: null };
  const { utcOffsetMinutes = 0 } = config;
  const read = readEntries(account, { form, utcOffsetMinutes });
  if ('refused' in read) return read.refused;
  const { entries, waiting } = read;
  if (waiting.length > 0)
    reading.notes.push(
      `not booked yet, and not read: entry ${waiting.slice(0, shownMax).join(', ')}`,
    );
  const id = textAt(account, 'Id') ?? '';
  for (const [index, entry] of entries.entries()) {
    reading.doubts.push(...entry.doubts);
    for (const [at, movement] of entry.movements.entries())
      tell(config, { id: `${id}/${index + 1}/${at + 1}`, entry, movement }, reading);
  }
  if (form === 'notice') return reading;
  const statement = readStatement(utcOffsetMinutes, account, { form, entries, ...place });
  if ('refused' in statement) return statement.refused;
  reading.statement = statement;
  reading.doubts.push(...statement.faults.map((evidence) => ({ evidence })));
  return reading;
}

function isOurAccount({ debtorAccount, country }: BankFileConfig, account: XmlElement): boolean {
  const named = textAt(account, 'Acct/Id/IBAN') ?? textAt(account, 'Acct/Id/Othr/Id') ?? '';
  return bareOf(named, country) === bareOf(debtorAccount, country);
}

/** The RIB where there is one, so that it equals the IBAN that holds it. */
function bareOf(account: string, country: string): string {
  const read = readBankNumber(account, country);
  if (read === null) return bankNumberText(account);
  return read.scheme === 'iban' ? read.number.slice(4) : read.number;
}

interface Told {
  id: string;
  entry: Entry;
  movement: Movement;
}

/** What a movement says of a transfer of ours. */
function tell(config: BankFileConfig, told: Told, { events, doubts }: AccountReading): void {
  const { id, entry, movement } = told;
  const { details, ours, isCredit, reference } = movement;
  if (details === null || ours === null) return;
  if (entry.isReversal && !isCredit) {
    doubts.push({ ours, evidence: `entry ${id} takes back a return` });
    return;
  }
  const claims = claimsOf(told, details, ours);
  const match = {
    ours,
    ...defined({ theirs: reference === null || isCredit ? undefined : reference }),
  };
  events.push({
    match,
    authenticated: true,
    dedupeKey: `${id}:${ours}:${isCredit ? 'return' : 'debit'}`,
    claims,
    outcome: about(isCredit ? returned(config, match, details) : succeeded(match), claims),
  });
}

/**
 * Money of a transfer of ours that is back on our account. Whatever the bank's reason, it is back.
 */
function returned(
  config: BankFileConfig,
  refs: { ours: string },
  details: XmlElement,
): QueryOutcome {
  const reason = errorOf(config, 'return', {
    status: 'returned',
    ...readReasons(details, 'RtrInf'),
  });
  return 'doubt' in reason ? { kind: 'reversed', refs } : { kind: 'reversed', refs, reason };
}

function claimsOf({ entry, movement }: Told, details: XmlElement, ours: string): Claims {
  // On a return the parties may be those of the way back.
  const party = movement.isCredit ? undefined : partyIn(details);
  const told = amountElements.map((path) => childAt(details, path)).find(Boolean);
  const own = { amount: movement.amount, currency: entry.currency };
  return { ours, ...(told === undefined ? own : amountClaims(told)), ...partyClaims(party) };
}
