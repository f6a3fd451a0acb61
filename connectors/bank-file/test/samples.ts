// Files as a bank writes them.

import { defined } from '@jokko/contract';
import { sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Intent, Prepared } from '@jokko/connectors/kit';
import { prepare } from '../orders.ts';
import { endToEndOf } from '@jokko/connectors/kit/bank-statement';
import { sandboxConfig } from './sandbox-config.ts';

export const ourRef = '0b9e4a52-6f2c-4d3c-9a52-3c6f6d1a7e10';
export const otherRef = '1c9e4a52-6f2c-4d3c-9a52-3c6f6d1a7e11';
export const fileReference = 'JK202611220123456789ABCDEF01';

export const intent: Intent = sampleIntent('bank_transfer');
export const order = (ours: string = ourRef): Prepared => prepare(sandboxConfig, intent, ours);

export interface SampleStatus {
  ours: string;
  status: string;
  /** ISO code of the reason. */
  reason?: string;
  amount?: string;
  account?: string;
}

/**
 * A payment information as the bank tells of it: its own status, and transfers, some without any.
 */
export interface SamplePayment {
  status?: string;
  reason?: string;
  /** How many transfers the bank counts in a status. */
  counted?: readonly { status: string; count: number }[];
  transfers?: readonly { ours: string; status?: string }[];
}

/** A pain.002 in which the bank has made several payment informations of our one. */
export function paymentsReport(
  payments: readonly SamplePayment[],
  fileStatus?: string,
  fileReason?: string,
): Buffer {
  const blocks = payments.map(({ status, reason, counted = [], transfers = [] }) => {
    const rows = transfers.map(
      ({ ours, status: own }) =>
        `<TxInfAndSts><OrgnlEndToEndId>${endToEndOf(ours)}</OrgnlEndToEndId>${own === undefined ? '' : `<TxSts>${own}</TxSts>`}</TxInfAndSts>`,
    );
    const code = reason === undefined ? '' : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`;
    const counts = counted.map(
      (each) =>
        `<NbOfTxsPerSts><DtldNbOfTxs>${each.count}</DtldNbOfTxs><DtldSts>${each.status}</DtldSts></NbOfTxsPerSts>`,
    );
    return `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${fileReference}</OrgnlPmtInfId>${status === undefined ? '' : `<PmtInfSts>${status}</PmtInfSts>`}${code}${counts.join('')}${rows.join('')}</OrgnlPmtInfAndSts>`;
  });
  const none = statusReport(
    [],
    fileStatus === undefined
      ? undefined
      : { status: fileStatus, ...defined({ reason: fileReason }) },
  );
  return Buffer.from(
    none.toString().replace('</CstmrPmtStsRpt>', `${blocks.join('')}</CstmrPmtStsRpt>`),
  );
}

/** A pain.002.001.03; `fileStatus` is GrpSts. */
export function statusReport(
  transfers: readonly SampleStatus[],
  fileStatus?: { status: string; reason?: string },
): Buffer {
  const reason = (code: string | undefined) =>
    code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;
  const rows = transfers.map(
    ({ ours, status, reason: code, amount = '1350', account }) =>
      `<TxInfAndSts><StsId>S1</StsId><OrgnlEndToEndId>${endToEndOf(ours)}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason(code)}` +
      `<OrgnlTxRef><Amt><InstdAmt Ccy="XOF">${amount}</InstdAmt></Amt>${account === undefined ? '' : `<CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct>`}</OrgnlTxRef></TxInfAndSts>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>REPORT1</MsgId><CreDtTm>2026-11-22T10:00:00</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>${fileReference}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId>
      ${fileStatus === undefined ? '' : `<GrpSts>${fileStatus.status}</GrpSts>${reason(fileStatus.reason)}`}</OrgnlGrpInfAndSts>
      ${rows.length === 0 ? '' : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${fileReference}</OrgnlPmtInfId>${rows.join('')}</OrgnlPmtInfAndSts>`}
    </CstmrPmtStsRpt></Document>`,
  );
}

export interface SampleEntry {
  ours?: string;
  direction: 'CRDT' | 'DBIT';
  amount?: string;
  status?: string;
  /** ISO code of a return. */
  reason?: string;
}

/** A camt.053.001.02 of our account. */
export function statement(
  entries: readonly SampleEntry[],
  account = 'SN08SN0100152000048500003035',
): Buffer {
  const rows = entries.map(
    ({ ours, direction, amount = '1350', status = 'BOOK', reason }, index) =>
      `<Ntry><Amt Ccy="XOF">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-11-22</Dt></BookgDt>
      <AcctSvcrRef>BANK${index + 1}</AcctSvcrRef>${ours === undefined ? '' : `<NtryDtls><TxDtls><Refs><EndToEndId>${endToEndOf(ours)}</EndToEndId></Refs>${reason === undefined ? '' : `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`}</TxDtls></NtryDtls>`}</Ntry>`,
  );
  return Buffer.from(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
    <Stmt><Id>ST1</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${rows.join('')}</Stmt></BkToCstmrStmt></Document>`,
  );
}
