// Reads a payment file (pain.001.001.03 or .09) as a bank does, and says what is wrong with it: the
// order of elements, counts and sums, characters, accounts and their keys.

import { parseAmount } from '../core/money.ts';
import { at, readElement, textAt } from './xml.ts';
import type { Element } from './xml.ts';

export interface Transfer {
  endToEndId: string;
  amount: string;
  currency: string;
  name: string;
  /** RIB, 24 characters. */
  rib: string;
}
export interface PaymentFile {
  messageId: string;
  /** As the file names our account: IBAN or RIB. */
  debtorAccount: string;
  transfers: Transfer[];
}
/** `messageId` where it could be read. */
export interface Fault {
  messageId: string;
  /** ISO reason. */
  reason: 'FF01' | 'AC02';
  text: string;
}

/** Names of children in their order; a question mark: may be left out. */
const order: { readonly [parent: string]: readonly string[] } = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum?', 'InitgPty'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg?',
    'NbOfTxs?',
    'CtrlSum?',
    'PmtTpInf?',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr?',
    'CdtTrfTxInf',
  ],
  CdtTrfTxInf: [
    'PmtId',
    'PmtTpInf?',
    'Amt',
    'ChrgBr?',
    'CdtrAgt?',
    'Cdtr',
    'CdtrAcct',
    'Purp?',
    'RmtInf?',
  ],
  PmtId: ['InstrId?', 'EndToEndId'],
};
const namespaces: { readonly [namespace: string]: 'BIC' | 'BICFI' } = {
  'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03': 'BIC',
  'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09': 'BICFI',
};
const latin = /^[A-Za-z0-9/\-?:().,'+ ]*$/;
const identifier = /^[A-Za-z0-9\-?:().,'+ ][A-Za-z0-9/\-?:().,'+ ]{0,34}$/;

export function readPaymentFile(text: string): PaymentFile | Fault {
  const document = readElement(text);
  const root = at(document ?? undefined, 'CstmrCdtTrfInitn');
  const messageId = textAt(root, 'GrpHdr', 'MsgId');
  const fault = (reason: Fault['reason'], said: string): Fault => ({
    messageId,
    reason,
    text: said,
  });
  if (document === null || root === undefined) return fault('FF01', 'not a pain.001');
  const agent = namespaces[document.attributes['xmlns'] ?? ''];
  if (agent === undefined) return fault('FF01', 'another message or version');
  const wrong = misplaced(document);
  if (wrong !== null) return fault('FF01', `elements of ${wrong}`);
  const strange = foreignText(root);
  if (strange !== null) return fault('FF01', `characters of ${strange}`);
  if (!identifier.test(messageId)) return fault('FF01', 'MsgId');
  const payments = root.children.filter(({ name }) => name === 'PmtInf');
  const [payment] = payments;
  if (payment === undefined || payments.length > 1) return fault('FF01', 'one PmtInf is taken');
  if (textAt(payment, 'DbtrAgt', 'FinInstnId', agent) === '') return fault('FF01', `no ${agent}`);
  const day = textAt(payment, 'ReqdExctnDt', 'Dt') || textAt(payment, 'ReqdExctnDt');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return fault('FF01', 'ReqdExctnDt');
  const debtorAccount = accountOf(at(payment, 'DbtrAcct'));
  if (!isAccount(debtorAccount)) return fault('AC02', 'debtor account');
  const transfers = payment.children.filter(({ name }) => name === 'CdtTrfTxInf').map(readTransfer);
  return totalsFault(root, payment, transfers, fault) ?? { messageId, debtorAccount, transfers };
}

/** The name of an element whose children are missing, unknown or in the wrong order. */
function misplaced(element: Element): string | null {
  const expected = order[element.name];
  if (expected !== undefined) {
    const names = element.children.map(({ name }) => name);
    let place = 0;
    for (const name of names) {
      while (expected[place] !== undefined && expected[place]!.replace('?', '') !== name) {
        if (!expected[place]!.endsWith('?') && !names.includes(expected[place]!))
          return element.name;
        place += 1;
      }
      if (expected[place] === undefined) return element.name;
    }
    const isMissing = (name: string): boolean => !name.endsWith('?') && !names.includes(name);
    if (expected.some(isMissing)) return element.name;
  }
  for (const child of element.children) {
    const wrong = misplaced(child);
    if (wrong !== null) return wrong;
  }
  return null;
}

function foreignText(element: Element): string | null {
  if (element.children.length === 0) return latin.test(element.text) ? null : element.name;
  for (const child of element.children) {
    const strange = foreignText(child);
    if (strange !== null) return strange;
  }
  return null;
}

function readTransfer(element: Element): Transfer {
  const amount = at(element, 'Amt', 'InstdAmt');
  const account = accountOf(at(element, 'CdtrAcct'));
  return {
    endToEndId: textAt(element, 'PmtId', 'EndToEndId'),
    amount: amount?.text ?? '',
    currency: amount?.attributes['Ccy'] ?? '',
    name: textAt(element, 'Cdtr', 'Nm'),
    rib: account.length === 28 ? account.slice(4) : account,
  };
}

const accountOf = (element: Element | undefined): string =>
  textAt(element, 'Id', 'IBAN') || textAt(element, 'Id', 'Othr', 'Id');

/** An IBAN with a right key, or something of the length of a RIB. */
export function isAccount(account: string): boolean {
  if (/^[A-Z0-9]{5}[0-9]{5}[A-Z0-9]{12}[0-9]{2}$/.test(account)) return true;
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{24}$/.test(account)) return false;
  let rest = 0;
  for (const sign of account.slice(4) + account.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

function totalsFault(
  root: Element,
  payment: Element,
  transfers: readonly Transfer[],
  fault: (reason: Fault['reason'], text: string) => Fault,
): Fault | null {
  const ids = transfers.map(({ endToEndId }) => endToEndId);
  if (!ids.every((id) => identifier.test(id)) || new Set(ids).size !== ids.length)
    return fault('FF01', 'EndToEndId');
  const minors = transfers.map(({ amount }) => parseAmount(amount));
  if (minors.some((minor) => minor === null || minor <= 0n)) return fault('FF01', 'InstdAmt');
  const total = minors.reduce<bigint>((sum, minor) => sum + minor!, 0n);
  for (const element of [at(root, 'GrpHdr'), payment]) {
    const count = textAt(element, 'NbOfTxs');
    const sum = textAt(element, 'CtrlSum');
    if (count !== '' && count !== String(transfers.length)) return fault('FF01', 'NbOfTxs');
    if (sum !== '' && parseAmount(sum) !== total) return fault('FF01', 'CtrlSum');
  }
  return null;
}
