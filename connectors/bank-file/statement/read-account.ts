// Reads what a file says of our account: a statement (camt.053), a report within the day (camt.052)
// or notices (camt.054). Which of our transfers were debited, which came back, and every row for
// the reconciliation.

import { bankNumberText, readBankNumber } from '@jokko/contract';
import { about, succeeded } from '@jokko/connectors/kit';
import type { Claims, FileDoubt, ProviderEvent, QueryOutcome } from '@jokko/connectors/kit';
import type { BankFileConfig } from '../config.ts';
import { errorOf, readReasons } from '../results.ts';
import { amountClaims, partyClaims } from '../wire-amount.ts';
import { childAt, childrenOf, textAt } from '../xml/read-xml.ts';
import type { XmlElement } from '../xml/read-xml.ts';
import { readBankTime } from './bank-time.ts';
import { amountElements, partyIn, readEntry } from './read-entry.ts';
import type { Entry, Movement } from './read-entry.ts';
import { readStatement } from './read-statement.ts';
import type { Statement } from './read-statement.ts';

/** `report`: of a part of a day, so it tells movements and never that there were no others. */
export type AccountForm = 'statement' | 'report' | 'notice';

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

export const anotherAccount = 'is about another account';

/** `account`: an element `Stmt`, `Rpt` or `Ntfctn`. A string: why it says nothing, or cannot be read. */
export function readAccount(
  config: BankFileConfig,
  form: AccountForm,
  account: XmlElement,
  place: AccountPlace,
): AccountReading | string {
  if (!isOurAccount(config, account)) return anotherAccount;
  const reading: AccountReading = { events: [], doubts: [], notes: [], statement: null };
  const entries = readEntries(config, form, account, reading);
  if (typeof entries === 'string') return entries;
  const id = textAt(account, 'Id') ?? '';
  for (const [index, entry] of entries.entries()) {
    reading.doubts.push(...entry.doubts);
    for (const [at, movement] of entry.movements.entries())
      tell(config, { id: `${id}/${index + 1}/${at + 1}`, entry, movement }, reading);
  }
  if (form === 'notice') return reading;
  const statement = readStatement(config, account, { form, entries, ...place });
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

/** What is pending, to come or for information has not moved: it is counted, and told with the file. */
const notMoved: ReadonlySet<string> = new Set(['PDNG', 'INFO', 'FUTR']);

function readEntries(
  { utcOffsetMinutes = 0 }: BankFileConfig,
  form: AccountForm,
  account: XmlElement,
  { notes }: AccountReading,
): Entry[] | string {
  const entries: Entry[] = [];
  const waiting: number[] = [];
  const otherwise = lastTold(account, utcOffsetMinutes);
  for (const [index, element] of childrenOf(account, 'Ntry').entries()) {
    const number = index + 1;
    const status = statusOf(element) ?? (form === 'statement' ? 'BOOK' : '');
    if (notMoved.has(status)) waiting.push(number);
    else if (status !== 'BOOK')
      return `entry ${number}: no status that we know: ${status.slice(0, 35)}`;
    else {
      const dated = form !== 'notice';
      const entry = readEntry(element, { number, utcOffsetMinutes, dated, otherwise });
      if ('refused' in entry) return entry.refused;
      entries.push(entry);
    }
  }
  if (waiting.length > 0)
    notes.push(`not booked yet, and not read: entry ${waiting.slice(0, shownMax).join(', ')}`);
  return entries;
}

const shownMax = 20;

/** What a statement holds is booked where it says nothing else. */
const statusOf = (entry: XmlElement): string | undefined =>
  textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts/Prtry') ?? textAt(entry, 'Sts');

/** The day of an entry that tells none: the one that the statement closes, never the one on which the message was made. */
function lastTold(account: XmlElement, utcOffsetMinutes: number) {
  for (const balance of childrenOf(account, 'Bal').toReversed()) {
    const text = textAt(balance, 'Dt/Dt') ?? textAt(balance, 'Dt/DtTm');
    if (textAt(balance, 'Tp/CdOrPrtry/Cd') === 'CLBD' && text !== undefined)
      return readBankTime(text, utcOffsetMinutes);
  }
  return null;
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
  const match = { ours, ...(reference === null || isCredit ? {} : { theirs: reference }) };
  events.push({
    match,
    authenticated: true,
    dedupeKey: `${id}:${ours}:${isCredit ? 'return' : 'debit'}`,
    claims,
    outcome: about(isCredit ? returned(config, match, details) : succeeded(match), claims),
  });
}

/** Money of a transfer of ours that is back on our account. Whatever the bank's reason, it is back. */
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
