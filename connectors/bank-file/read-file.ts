// Reads a file that a bank has put: tells which message it is by its namespace and root, and hands
// it to the reader of that message. The XSDs may not be redistributed, so what matters for money is
// checked here and by the readers.

import type { FileReading, ReceivedFile } from '@jokko/connectors/kit';
import { readEntries } from './camt.ts';
import type { BankFileConfig } from './config.ts';
import { readStatusReport } from './pain002.ts';
import { childAt, readXml } from './xml/read-xml.ts';
import type { XmlElement } from './xml/read-xml.ts';

const namespace =
  /^urn:(?:iso:std:iso:20022:tech:)?xsd:((?:pain\.002|camt\.05[34])\.\d{3}\.\d{2})$/;

/** Pure. What cannot be read in full is refused: half a file is none. */
export function readFile(config: BankFileConfig, { bytes }: ReceivedFile): FileReading {
  const document = readXml(bytes);
  if ('refused' in document) return refuse(document.refused);
  const type = typeOf(document);
  if (type === null) return refuse('is neither pain.002 nor camt.053 nor camt.054');
  if (type.startsWith('pain')) return readPain(config, type, document);
  return readCamt(config, type, document);
}

function refuse(reason: string): FileReading {
  return { kind: 'refused', reason };
}

/** `pain.002.001.03`, or null. The namespace may be declared with a prefix. */
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
    : { kind: 'read', type, ...statuses, lines: [], until: null };
}

function readCamt(config: BankFileConfig, type: string, document: XmlElement): FileReading {
  const isStatement = type.startsWith('camt.053');
  const message = childAt(document, isStatement ? 'BkToCstmrStmt' : 'BkToCstmrDbtCdtNtfctn');
  const accounts = message?.children.filter(
    ({ name }) => name === (isStatement ? 'Stmt' : 'Ntfctn'),
  );
  if (accounts === undefined || accounts.length === 0) return refuse(`${type} without an account`);
  const read = accounts.map((account) => readEntries(config, account));
  const entries = read.filter((each) => typeof each !== 'string');
  const other = read.find((each) => typeof each === 'string');
  if (entries.length === 0) return refuse(other ?? 'is empty');
  return {
    kind: 'read',
    type,
    events: entries.flatMap(({ events }) => events),
    fileEvents: [],
    doubts: entries.flatMap(({ doubts }) => doubts),
    // A notice tells the same movements once more.
    lines: isStatement ? entries.flatMap(({ lines }) => lines) : [],
    until: isStatement
      ? (entries
          .flatMap(({ until }) => until ?? [])
          .toSorted()
          .at(-1) ?? null)
      : null,
  };
}
