// Reads a file that a bank has put: tells which message it is by its namespace and root, and hands
// it to the reader of that message. The XSDs may not be redistributed, so what matters for money is
// checked here and by the readers.

import type { FileReading, ReceivedFile } from '@jokko/connectors/kit';
import type { BankFileConfig } from './config.ts';
import { readStatusReport } from './pain002.ts';
import { anotherAccount, readAccount } from './statement/read-account.ts';
import type { AccountForm, AccountReading } from './statement/read-account.ts';
import type { Statement } from './statement/read-statement.ts';
import { childAt, childrenOf, readXml } from './xml/read-xml.ts';
import type { XmlElement } from './xml/read-xml.ts';

const namespace =
  /^urn:(?:iso:std:iso:20022:tech:)?xsd:((?:pain\.002|camt\.05[234])\.\d{3}\.\d{2})$/;

/** Pure. What cannot be read in full is refused: half a file is none. */
export function readFile(config: BankFileConfig, file: ReceivedFile): FileReading {
  const message = readMessage(file);
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

/** Those that a file holds of our account; none where it cannot be read, as was said when it came. */
export function readStatements(config: BankFileConfig, file: ReceivedFile): Statement[] {
  const message = readMessage(file);
  if ('refused' in message || message.type.startsWith('pain')) return [];
  const read = readAccounts(config, message);
  return 'refused' in read ? [] : read.accounts.flatMap(({ statement }) => statement ?? []);
}

const distinct = (days: readonly string[]): string[] => [...new Set(days)].toSorted();

function refuse(reason: string): FileReading {
  return { kind: 'refused', reason };
}

interface Message {
  /** `pain.002.001.03` */
  type: string;
  document: XmlElement;
}

function readMessage({ bytes }: ReceivedFile): Message | { refused: string } {
  const document = readXml(bytes);
  if ('refused' in document) return document;
  const type = typeOf(document);
  if (type === null) return { refused: 'is neither pain.002 nor camt.052, camt.053 or camt.054' };
  return { type, document };
}

/** Null: another message. The namespace may be declared with a prefix. */
function typeOf({ name, attributes }: XmlElement): string | null {
  if (name !== 'Document') return null;
  for (const [attribute, value] of Object.entries(attributes)) {
    const found = attribute.startsWith('xmlns') ? namespace.exec(value) : null;
    if (found !== null) return found[1]!;
  }
  return null;
}

function readPain(config: BankFileConfig, type: string, document: XmlElement): FileReading {
  const report = childAt(document, 'CstmrPmtStsRpt');
  if (report === undefined) return refuse(`${type} without CstmrPmtStsRpt`);
  const statuses = readStatusReport(config, report);
  return typeof statuses === 'string'
    ? refuse(statuses)
    : { kind: 'read', type, ...statuses, notes: [], lines: [], days: [], coveredDays: [] };
}

/** The element of the message, and that of each account in it. */
const forms: { readonly [type: string]: [root: string, account: string, form: AccountForm] } = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt', 'report'],
  'camt.053': ['BkToCstmrStmt', 'Stmt', 'statement'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'notice'],
};

/** A statement of another account beside ours is left alone, and told; one of ours that cannot be read stops the file. */
function readAccounts(
  config: BankFileConfig,
  { type, document }: Message,
): { accounts: AccountReading[]; notes: string[] } | { refused: string } {
  const [root, name, form] = forms[type.slice(0, 'camt.053'.length)]!;
  const message = childAt(document, root);
  const elements = message === undefined ? [] : childrenOf(message, name);
  if (message === undefined || elements.length === 0)
    return { refused: `${type} without an account` };
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
