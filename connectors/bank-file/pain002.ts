// Reads a payment status report, pain.002: statuses of single transfers, and of the whole file for
// those that are not listed.

import { defined } from '@jokko/contract';
import { outcomeOfOne } from '@jokko/connectors/kit';
import type { Claims, FileDoubt, FileEvent, ProviderEvent } from '@jokko/connectors/kit';
import type { BankFileConfig } from './config.ts';
import { endToEndOf, oursOf } from '@jokko/connectors/kit/bank-statement';
import { readReasons, resultOf } from './results.ts';
import type { Told } from './results.ts';
import { amountClaims, partyClaims } from './wire-amount.ts';
import { childAt, childrenOf, textAt } from '@jokko/connectors/kit/xml';
import type { XmlElement } from '@jokko/connectors/kit/xml';

export interface Statuses {
  events: ProviderEvent[];
  fileEvents: FileEvent[];
  doubts: FileDoubt[];
}

/** `report`: the element `CstmrPmtStsRpt`. A string: why it is none of a file of ours. */
export function readStatusReport(config: BankFileConfig, report: XmlElement): Statuses | string {
  const group = childAt(report, 'OrgnlGrpInfAndSts');
  const file = group === undefined ? undefined : textAt(group, 'OrgnlMsgId');
  if (group === undefined || file === undefined) return 'names no file (OrgnlMsgId)';
  if (!/^pain\.001/.test(textAt(group, 'OrgnlMsgNmId') ?? 'pain.001'))
    return 'is about another message than pain.001';
  const reportId = textAt(report, 'GrpHdr/MsgId') ?? '';
  const statuses: Statuses = { events: [], fileEvents: [], doubts: [] };
  const payments = childrenOf(report, 'OrgnlPmtInfAndSts');
  const except = payments.flatMap((payment) =>
    childrenOf(payment, 'TxInfAndSts').flatMap((each) =>
      readTransfer(config, each, reportId, statuses),
    ),
  );
  const told = toldOfFile(group, payments);
  if (told === null) return statuses;
  const result = resultOf(config, told);
  if (result === null) return statuses;
  if ('doubt' in result) statuses.doubts.push({ file, evidence: result.doubt });
  else
    statuses.fileEvents.push({
      file,
      except,
      dedupeKey: `${reportId}:${file}:${told.status}`,
      outcome: result.outcome,
    });
  return statuses;
}

/** Our files hold one payment information, so its status and the group's are about the same transfers; it is the more exact one. */
function toldOfFile(group: XmlElement, payments: readonly XmlElement[]): Told | null {
  for (const payment of payments) {
    const status = textAt(payment, 'PmtInfSts');
    if (status !== undefined) return { status, ...readReasons(payment, 'StsRsnInf') };
  }
  const status = textAt(group, 'GrpSts');
  return status === undefined ? null : { status, ...readReasons(group, 'StsRsnInf') };
}

/** Adds what is said about one transfer. Returns our reference of it, where it is ours and has a status. */
function readTransfer(
  config: BankFileConfig,
  transfer: XmlElement,
  reportId: string,
  { events, doubts }: Statuses,
): string[] {
  const ours = oursOf(textAt(transfer, 'OrgnlEndToEndId') ?? textAt(transfer, 'OrgnlInstrId'));
  const status = textAt(transfer, 'TxSts');
  if (ours === null || status === undefined) return [];
  const result = resultOf(config, { status, ...readReasons(transfer, 'StsRsnInf') });
  if (result === null) return [ours];
  if ('doubt' in result) {
    doubts.push({ ours, evidence: result.doubt });
    return [ours];
  }
  const theirs = textAt(transfer, 'AcctSvcrRef');
  const match = { ours, ...defined({ theirs }) };
  events.push({
    match,
    authenticated: true,
    dedupeKey: `${reportId}:${ours}:${status}`,
    claims: claimsOf(ours, transfer),
    outcome: outcomeOfOne(result.outcome, match, endToEndOf),
  });
  return [ours];
}

function claimsOf(ours: string, transfer: XmlElement): Claims {
  return {
    ours,
    ...amountClaims(childAt(transfer, 'OrgnlTxRef/Amt/InstdAmt')),
    ...partyClaims(
      textAt(transfer, 'OrgnlTxRef/CdtrAcct/Id/IBAN') ??
        textAt(transfer, 'OrgnlTxRef/CdtrAcct/Id/Othr/Id'),
    ),
  };
}
