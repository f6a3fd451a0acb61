// Writes what a bank answers with: status reports, notices of returns, daily statements.

import { formatAmount } from '../core/money.ts';
import type { Row } from '../core/statement.ts';
import { endToEndIdOf } from './references.ts';
import { encode } from './xml.ts';

export interface Status {
  endToEndId: string;
  status: 'PDNG' | 'ACSP' | 'ACSC' | 'RJCT';
  /** ISO code, or the bank's own. */
  reason?: { code: string } | { own: string };
  amount: string;
  currency: string;
  rib: string;
  bankReference: string;
}

/** What an account holds in one currency at the beginning and at the end of a day. */
export interface Balance {
  currency: string;
  openingMinor: bigint;
  closingMinor: bigint;
}

const prefix = 'urn:iso:std:iso:20022:tech:xsd:';
const bankName = 'SIMULATED BANK';
/** The servicer of each account: some libraries read no statement without. */
const servicer = '<Svcr><FinInstnId><BIC>SIMBSNDAXXX</BIC></FinInstnId></Svcr>';
/** What ISO 20022 writes where there is no reference. */
const noReference = 'NOTPROVIDED';

/** pain.002.001.03. `group`: status of the whole file. */
export function statusReport(given: {
  id: string;
  at: string;
  messageId: string;
  group?: { status: string; reason?: string; text?: string } | undefined;
  transfers: readonly Status[];
}): string {
  const { id, at, messageId, group, transfers } = given;
  const groupStatus =
    group === undefined
      ? ''
      : `<GrpSts>${group.status}</GrpSts>${
          group.reason === undefined
            ? ''
            : `<StsRsnInf><Rsn><Cd>${group.reason}</Cd></Rsn><AddtlInf>${encode(group.text ?? '')}</AddtlInf></StsRsnInf>`
        }`;
  const rows = transfers.map((transfer, index) => statusRow(transfer, `${id}-${index + 1}`));
  const payments =
    rows.length === 0
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${rows.join('')}</OrgnlPmtInfAndSts>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${prefix}pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm><InitgPty><Nm>${bankName}</Nm></InitgPty></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${encode(messageId.slice(0, 35)) || noReference}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId>${groupStatus}</OrgnlGrpInfAndSts>${payments}</CstmrPmtStsRpt></Document>
`;
}

function statusRow({ reason, ...given }: Status, id: string): string {
  const why =
    reason === undefined
      ? ''
      : `<StsRsnInf><Rsn>${'code' in reason ? `<Cd>${reason.code}</Cd>` : `<Prtry>${reason.own}</Prtry>`}</Rsn></StsRsnInf>`;
  return `<TxInfAndSts><StsId>${id}</StsId><OrgnlEndToEndId>${given.endToEndId}</OrgnlEndToEndId><TxSts>${given.status}</TxSts>${why}<AcctSvcrRef>${given.bankReference}</AcctSvcrRef><OrgnlTxRef><Amt><InstdAmt Ccy="${given.currency}">${given.amount}</InstdAmt></Amt><CdtrAcct><Id><Othr><Id>${given.rib}</Id></Othr></Id></CdtrAcct></OrgnlTxRef></TxInfAndSts>`;
}

/** camt.054.001.02: the money of a transfer is back. */
export function returnNotice(given: {
  id: string;
  at: string;
  account: string;
  transfer: Pick<Status, 'endToEndId' | 'amount' | 'currency' | 'bankReference'>;
}): string {
  const { id, at, account, transfer } = given;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${prefix}camt.054.001.02"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr><Ntfctn><Id>${id}</Id><CreDtTm>${at}</CreDtTm>${accountElement(account)}<Ntry><Amt Ccy="${transfer.currency}">${transfer.amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>${at}</DtTm></BookgDt><AcctSvcrRef>${transfer.bankReference}R</AcctSvcrRef>${transactionCode(true)}<NtryDtls><TxDtls><Refs><EndToEndId>${transfer.endToEndId}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>
`;
}

/** camt.053.001.02 of a day. */
export function statement(given: {
  id: string;
  at: string;
  day: string;
  account: string;
  balances: readonly Balance[];
  rows: readonly Row[];
}): string {
  const { id, at, day, account, balances, rows } = given;
  const held = balances.map(
    ({ currency, openingMinor, closingMinor }) =>
      balanceElement('OPBD', currency, openingMinor, day) +
      balanceElement('CLBD', currency, closingMinor, day),
  );
  const entries = rows.filter(isBooked).map(entryElement);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${prefix}camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr><Stmt><Id>${id}</Id><CreDtTm>${at}</CreDtTm><FrToDt><FrDtTm>${day}T00:00:00Z</FrDtTm><ToDtTm>${day}T23:59:59Z</ToDtTm></FrToDt>${accountElement(account)}${held.join('')}${entries.join('')}</Stmt></BkToCstmrStmt></Document>
`;
}

/**
 * What a row of a statement adds to the balance: its charges are within the amount of its entry.
 */
export function movedBy(row: Row): bigint {
  if (!isBooked(row)) return 0n;
  return row.direction === 'in' ? row.minor - row.feeMinor : -row.minor - row.feeMinor;
}

const isBooked = ({ status }: Row): boolean => status !== 'FAILED';

function entryElement(row: Row): string {
  const { currency } = row;
  const isBack = row.direction === 'in';
  const why = isBack ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : '';
  const fee = `Ccy="${currency}">${formatAmount(row.feeMinor)}`;
  const endToEndId = endToEndIdOf(row.reference) || noReference;
  return `<Ntry>${amountElement(currency, movedBy(row))}<Sts>BOOK</Sts><BookgDt><DtTm>${timeOf(row.atMs)}</DtTm></BookgDt><AcctSvcrRef>${row.id}${isBack ? 'R' : ''}</AcctSvcrRef>${transactionCode(isBack)}<Chrgs><TtlChrgsAndTaxAmt ${fee}</TtlChrgsAndTaxAmt><Amt ${fee}</Amt></Chrgs><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="${currency}">${formatAmount(row.minor)}</Amt></TxAmt></AmtDtls>${why}</TxDtls></NtryDtls></Ntry>`;
}

/** As banks write times: to the second. */
export const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const balanceElement = (code: string, currency: string, minor: bigint, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountElement(currency, minor)}<Dt><Dt>${day}</Dt></Dt></Bal>`;

/** ISO 20022 amounts have no sign. */
const amountElement = (currency: string, minor: bigint): string =>
  `<Amt Ccy="${currency}">${formatAmount(minor < 0n ? -minor : minor)}</Amt><CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

/** Issued credit transfers: one within the country, or the return of one. */
const transactionCode = (isBack: boolean): string =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${isBack ? 'RRTN' : 'DMCT'}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

const accountElement = (account: string): string =>
  account.length === 28
    ? `<Acct><Id><IBAN>${account}</IBAN></Id>${servicer}</Acct>`
    : `<Acct><Id><Othr><Id>${account}</Id></Othr></Id>${servicer}</Acct>`;
