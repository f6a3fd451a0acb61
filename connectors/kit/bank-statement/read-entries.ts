// Reads the booked entries of an account in a camt message; those that have not moved yet are
// named.

import { childrenOf, textAt } from '../xml/index.ts';
import type { XmlElement } from '../xml/index.ts';
import { readBankTime } from './bank-time.ts';
import { readEntry } from './read-entry.ts';
import type { Entry, EntryRefused } from './read-entry.ts';

/** `report`: of a part of a day, so it tells movements and never that there were no others. */
export type AccountForm = 'statement' | 'report' | 'notice';

/**
 * What is pending, to come or for information has not moved: it is counted, and told with the file.
 */
const notMoved: ReadonlySet<string> = new Set(['PDNG', 'INFO', 'FUTR']);

/** `waiting`: numbers of those that are not booked. */
export function readEntries(
  account: XmlElement,
  { form, utcOffsetMinutes }: { form: AccountForm; utcOffsetMinutes: number },
): { entries: Entry[]; waiting: number[] } | EntryRefused {
  const entries: Entry[] = [];
  const waiting: number[] = [];
  const otherwise = lastTold(account, utcOffsetMinutes);
  for (const [index, element] of childrenOf(account, 'Ntry').entries()) {
    const number = index + 1;
    const status = statusOf(element) ?? (form === 'statement' ? 'BOOK' : '');
    if (notMoved.has(status)) waiting.push(number);
    else if (status !== 'BOOK')
      return {
        refused: `entry ${number}: no status that we know: ${status.slice(0, 35)}`,
        number,
        fault: 'status',
      };
    else {
      const dated = form !== 'notice';
      const entry = readEntry(element, { number, utcOffsetMinutes, dated, otherwise });
      if ('refused' in entry) return entry;
      entries.push(entry);
    }
  }
  return { entries, waiting };
}

/** What a statement holds is booked where it says nothing else. */
const statusOf = (entry: XmlElement): string | undefined =>
  textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts/Prtry') ?? textAt(entry, 'Sts');

/**
 * The day of an entry that tells none: the one that the statement closes, never the one on which
 * the message was made.
 */
function lastTold(account: XmlElement, utcOffsetMinutes: number) {
  for (const balance of childrenOf(account, 'Bal').toReversed()) {
    const text = textAt(balance, 'Dt/Dt') ?? textAt(balance, 'Dt/DtTm');
    if (textAt(balance, 'Tp/CdOrPrtry/Cd') === 'CLBD' && text !== undefined)
      return readBankTime(text, utcOffsetMinutes);
  }
  return null;
}
