// Tells which message an XML file of a bank is, by its namespace and root, and finds the accounts
// that it is about.

import { childAt, childrenOf, readXml } from '../xml/index.ts';
import type { XmlElement } from '../xml/index.ts';
import type { AccountForm } from './read-entries.ts';

export interface BankMessage {
  /** `pain.002.001.03` */
  type: string;
  document: XmlElement;
}

const namespace =
  /^urn:(?:iso:std:iso:20022:tech:)?xsd:((?:pain\.002|camt\.05[234])\.\d{3}\.\d{2})$/;

export function readBankMessage(bytes: Buffer): BankMessage | { refused: string } {
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

/** The element of the message, and that of each account in it. */
const forms: { readonly [type: string]: [root: string, account: string, form: AccountForm] } = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt', 'report'],
  'camt.053': ['BkToCstmrStmt', 'Stmt', 'statement'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'notice'],
};

/** Returns the accounts of a camt message. */
export function accountsOf({
  type,
  document,
}: BankMessage):
  { message: XmlElement; elements: XmlElement[]; form: AccountForm } | { refused: string } {
  const [root, name, form] = forms[type.slice(0, 'camt.053'.length)]!;
  const message = childAt(document, root);
  const elements = message === undefined ? [] : childrenOf(message, name);
  if (message === undefined || elements.length === 0)
    return { refused: `${type} without an account` };
  return { message, elements, form };
}
