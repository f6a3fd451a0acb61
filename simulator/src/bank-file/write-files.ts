// Writes what a bank answers with: status reports, notices of returns, daily statements.

import { formatAmount } from '../core/money.ts';
import type { Row } from '../core/statement.ts';
import { endToEndIdOf } from './references.ts';
import { encode } from './xml.ts';

export interface Status {
  endToEndId: string;
  status: 'ACSP' | 'ACSC' | 'RJCT';
  /** ISO code, or the bank's own. */
  reason?: { code: string } | { own: string };
  amount: string;
  currency: string;
  rib: string;
  bankReference: string;
}

const prefix = 'urn:iso:std:iso:20022:tech:xsd:';

/** pain.002.001.03. `group`: status of the whole file. */
export function statusReport(given: {
  id: string;
  at: string;
  messageId: string;
  group?: { status: string; reason?: string; text?: string };
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
<Document xmlns="${prefix}pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${encode(messageId)}</OrgnlMsgId><OrgnlMsgNmId>pain.001</OrgnlMsgNmId>${groupStatus}</OrgnlGrpInfAndSts>${payments}</CstmrPmtStsRpt></Document>
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
<Document xmlns="${prefix}camt.054.001.02"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr><Ntfctn><Id>${id}</Id><CreDtTm>${at}</CreDtTm>${accountElement(account)}<Ntry><Amt Ccy="${transfer.currency}">${transfer.amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>${at}</DtTm></BookgDt><AcctSvcrRef>${transfer.bankReference}R</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${transfer.endToEndId}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>
`;
}

/** camt.053.001.02 of a day. */
export function statement(given: {
  id: string;
  at: string;
  day: string;
  account: string;
  rows: readonly Row[];
}): string {
  const { id, at, day, account, rows } = given;
  const entries = rows
    .filter(({ status }) => status !== 'FAILED')
    .map((row) => {
      const isBack = row.direction === 'in';
      const why = isBack ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : '';
      // The charges of an entry are within its amount.
      const moved = isBack ? row.minor - row.feeMinor : row.minor + row.feeMinor;
      return `<Ntry><Amt Ccy="${row.currency}">${formatAmount(moved)}</Amt><CdtDbtInd>${isBack ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>${new Date(row.atMs).toISOString()}</DtTm></BookgDt><AcctSvcrRef>${row.id}${isBack ? 'R' : ''}</AcctSvcrRef><Chrgs><TtlChrgsAndTaxAmt Ccy="${row.currency}">${formatAmount(row.feeMinor)}</TtlChrgsAndTaxAmt></Chrgs><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndIdOf(row.reference)}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="${row.currency}">${formatAmount(row.minor)}</Amt></TxAmt></AmtDtls>${why}</TxDtls></NtryDtls></Ntry>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${prefix}camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr><Stmt><Id>${id}</Id><CreDtTm>${at}</CreDtTm><FrToDt><FrDtTm>${day}T00:00:00Z</FrDtTm><ToDtTm>${day}T23:59:59Z</ToDtTm></FrToDt>${accountElement(account)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>
`;
}

const accountElement = (account: string): string =>
  account.length === 28
    ? `<Acct><Id><IBAN>${account}</IBAN></Id></Acct>`
    : `<Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>`;
