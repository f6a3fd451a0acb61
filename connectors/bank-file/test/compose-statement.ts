// Composes statements as banks write them by the public standard: camt.053.001.02 and .08,
// camt.052, with balances, pages and batches, or without what is optional.

import { toDecimalString } from '@jokko/contract';
import type { StatementDay, StatementLine } from '@jokko/connectors/kit';
import type { BankFileConfig } from '../config.ts';
import { readFile } from '../read-file.ts';
import { endToEndOf } from '@jokko/connectors/kit/bank-statement';
import { statementOfDay } from '../statement/day.ts';
import { sandboxConfig } from './sandbox-config.ts';

export interface ComposedDetail {
  ours?: string;
  amount?: number | null;
  reference?: string;
  /** The entry's currency is another one than the account's. */
  currency?: string;
}
export interface ComposedEntry {
  amount: number;
  direction?: 'CRDT' | 'DBIT';
  /** `2026-11-24`, or a time; null: the element is missing. */
  booked?: string | null;
  valued?: string;
  reference?: string | null;
  details?: readonly ComposedDetail[];
  status?: string | null;
  charges?: number;
  text?: string;
  isReversal?: boolean;
}
export interface Composed {
  id?: string;
  form?: 'camt.052.001.02' | 'camt.053.001.02' | 'camt.053.001.08';
  /** When the message was made. */
  made?: string;
  span?: { from?: string; to?: string };
  opening?: { amount: number; date: string; code?: 'OPBD' | 'PRCD' };
  /** Amount absent: what opening and entries make. */
  closing?: { amount?: number; date: string; code?: 'CLBD' | 'ITBD' };
  page?: { number: number; isLast: boolean };
  entries?: readonly ComposedEntry[];
  account?: string;
}

const names: { readonly [form: string]: [root: string, account: string] } = {
  'camt.052.001.02': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053.001.02': ['BkToCstmrStmt', 'Stmt'],
  'camt.053.001.08': ['BkToCstmrStmt', 'Stmt'],
};

const timed = (text: string): string =>
  text.includes('T') ? `<DtTm>${text}</DtTm>` : `<Dt>${text}</Dt>`;
const element = (name: string, text: string | null | undefined): string =>
  text === null || text === undefined ? '' : `<${name}>${text}</${name}>`;

/** One account of a message. */
function accountOf(composed: Composed): string {
  const { form = 'camt.053.001.02', entries = [], opening, closing, span, page } = composed;
  const [, name] = names[form]!;
  const sum = entries
    .filter(({ status = 'BOOK' }) => status === 'BOOK' || status === null)
    .reduce((all, { amount, direction }) => all + (direction === 'CRDT' ? amount : -amount), 0);
  const closed = closing?.amount ?? (opening?.amount ?? 0) + sum;
  return [
    `<${name}>${element('Id', composed.id ?? 'STMT-1')}`,
    page === undefined
      ? ''
      : `<StmtPgntn><PgNb>${page.number}</PgNb><LastPgInd>${page.isLast}</LastPgInd></StmtPgntn>`,
    `<ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>${composed.made ?? '2026-11-27T06:00:00Z'}</CreDtTm>`,
    span === undefined
      ? ''
      : `<FrToDt>${element('FrDtTm', span.from)}${element('ToDtTm', span.to)}</FrToDt>`,
    `<Acct><Id><IBAN>${composed.account ?? sandboxConfig.debtorAccount}</IBAN></Id><Ccy>XOF</Ccy></Acct>`,
    opening === undefined ? '' : balanceOf(opening.code ?? 'OPBD', opening.amount, opening.date),
    closing === undefined ? '' : balanceOf(closing.code ?? 'CLBD', closed, closing.date),
    ...entries.map((entry) => entryOf(entry, form)),
    `</${name}>`,
  ].join('');
}

const balanceOf = (code: string, amount: number, date: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="XOF">${Math.abs(amount)}</Amt>` +
  `<CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt>${timed(date)}</Dt></Bal>`;

function entryOf(entry: ComposedEntry, form: string): string {
  const { amount, direction = 'DBIT', booked = '2026-11-24', status = 'BOOK', charges } = entry;
  const said = form.endsWith('.02') ? status : `<Cd>${status}</Cd>`;
  return [
    `<Ntry><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`,
    entry.isReversal ? '<RvslInd>true</RvslInd>' : '',
    status === null ? '' : `<Sts>${said}</Sts>`,
    booked === null ? '' : `<BookgDt>${timed(booked)}</BookgDt>`,
    entry.valued === undefined ? '' : `<ValDt>${timed(entry.valued)}</ValDt>`,
    element('AcctSvcrRef', entry.reference),
    '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>',
    charges === undefined
      ? ''
      : `<Chrgs><TtlChrgsAndTaxAmt Ccy="XOF">${charges}</TtlChrgsAndTaxAmt></Chrgs>`,
    entry.details === undefined
      ? ''
      : `<NtryDtls>${entry.details.map(detailOf).join('')}</NtryDtls>`,
    element('AddtlNtryInf', entry.text),
    '</Ntry>',
  ].join('');
}

const detailOf = ({ ours, amount, reference, currency = 'XOF' }: ComposedDetail): string =>
  `<TxDtls><Refs>${element('AcctSvcrRef', reference)}${element('EndToEndId', ours === undefined ? 'NOTPROVIDED' : endToEndOf(ours))}</Refs>` +
  (amount === undefined || amount === null
    ? ''
    : `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls>`) +
  '</TxDtls>';

/** A message of these accounts, all of the first one's form. */
export function compose(...accounts: readonly Composed[]): Buffer {
  const form = accounts[0]?.form ?? 'camt.053.001.02';
  const [root] = names[form]!;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${form}"><${root}>` +
      `<GrpHdr><MsgId>MSG-1</MsgId><CreDtTm>2026-11-27T06:00:00Z</CreDtTm></GrpHdr>${accounts.map(accountOf).join('')}</${root}></Document>`,
  );
}

export const live: BankFileConfig = { ...sandboxConfig, sandbox: false, workingDays: '1,2,3,4,5' };

export interface DayRead {
  lines: StatementLine[];
  told: StatementDay;
}

/** What these files say of a day, as the core asks for it. */
export async function readDay(
  files: readonly Buffer[],
  day: string,
  config: Partial<BankFileConfig> = {},
): Promise<DayRead> {
  const received = files.map((bytes, index) => ({ name: `${index}.xml`, bytes }));
  const read = statementOfDay({ ...live, ...config }, received, day);
  if (read.kind === 'none') throw new Error(read.reason);
  return { lines: read.lines, told: read.said };
}

export function readOne(bytes: Buffer, config: Partial<BankFileConfig> = {}) {
  const reading = readFile({ ...live, ...config }, { name: 'a.xml', bytes });
  if (reading.kind === 'refused') throw new Error(reading.reason);
  return reading;
}

/** What moved, for people who compare: `out 1000`. */
export const moved = (lines: readonly StatementLine[]): string[] =>
  lines.map(({ direction, amount }) => `${direction} ${toDecimalString(amount)}`);
