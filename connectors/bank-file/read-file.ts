// Reads a file that a bank has put, and hands it to the reader of the message that it is. The XSDs
// may not be redistributed, so what matters for money is checked here and by the readers.

import type { FileReading, ReceivedFile } from '@jokko/connectors/kit';
import { accountsOf, readBankMessage } from '@jokko/connectors/kit/bank-statement';
import type { BankMessage, Statement } from '@jokko/connectors/kit/bank-statement';
import { childAt } from '@jokko/connectors/kit/xml';
import type { XmlElement } from '@jokko/connectors/kit/xml';
import type { BankFileConfig } from './config.ts';
import { readStatusReport } from './pain002.ts';
import { anotherAccount, readAccount } from './statement/read-account.ts';
import type { AccountReading } from './statement/read-account.ts';

/** Pure. What cannot be read in full is refused: half a file is none. */
export function readFile(config: BankFileConfig, file: ReceivedFile): FileReading {
  const message = readBankMessage(file.bytes);
  if ('refused' in message) return refuse(message.refused);
  const { type, document } = message;
  if (type.startsWith('pain')) return readPain(config, type, document);
  const read = readAccounts(config, message);
  if ('refused' in read) return refuse(read.refused);
  const { accounts } = read;
  const statements = accounts.flatMap(({ statement }) => statement ?? []);
  const rowDays = statements.flatMap(({ entries }) => entries.map(({ day }) => day));
  const coveredDays = distinct(statements.flatMap(({ covers, days }) => (covers ? days : [])));
  return {
    kind: 'read',
    type,
    events: accounts.flatMap(({ events }) => events),
    fileEvents: [],
    doubts: accounts.flatMap(({ doubts }) => doubts),
    notes: [...accounts.flatMap(({ notes }) => notes), ...read.notes],
    lines: statements.flatMap(({ entries }) => entries.flatMap(({ lines }) => lines)),
    days: distinct([...rowDays, ...coveredDays]),
    coveredDays,
  };
}

/**
 * Those that a file holds of our account; none where it cannot be read, as was said when it came.
 */
export function readStatements(config: BankFileConfig, file: ReceivedFile): Statement[] {
  const message = readBankMessage(file.bytes);
  if ('refused' in message || message.type.startsWith('pain')) return [];
  const read = readAccounts(config, message);
  return 'refused' in read ? [] : read.accounts.flatMap(({ statement }) => statement ?? []);
}

const distinct = (days: readonly string[]): string[] => [...new Set(days)].toSorted();

function refuse(reason: string): FileReading {
  return { kind: 'refused', reason };
}

function readPain(config: BankFileConfig, type: string, document: XmlElement): FileReading {
  const report = childAt(document, 'CstmrPmtStsRpt');
  if (report === undefined) return refuse(`${type} without CstmrPmtStsRpt`);
  const statuses = readStatusReport(config, report);
  return typeof statuses === 'string'
    ? refuse(statuses)
    : { kind: 'read', type, ...statuses, notes: [], lines: [], days: [], coveredDays: [] };
}

/**
 * A statement of another account beside ours is left alone, and told; one of ours that cannot be
 * read stops the file.
 */
function readAccounts(
  config: BankFileConfig,
  { type, document }: BankMessage,
): { accounts: AccountReading[]; notes: string[] } | { refused: string } {
  const found = accountsOf({ type, document });
  if ('refused' in found) return found;
  const { message, elements, form } = found;
  const accounts: AccountReading[] = [];
  for (const [index, element] of elements.entries()) {
    const place = { number: index + 1, message };
    const reading = readAccount(config, form, element, place);
    if (typeof reading !== 'string') accounts.push(reading);
    else if (reading !== anotherAccount) return { refused: reading };
  }
  if (accounts.length === 0) return { refused: anotherAccount };
  const others = elements.length - accounts.length;
  return { accounts, notes: others === 0 ? [] : [`${others} more of other accounts, not read`] };
}
