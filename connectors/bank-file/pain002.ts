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
  const except: string[] = [];
  const strangers: string[] = [];
  for (const transfer of payments.flatMap((payment) => childrenOf(payment, 'TxInfAndSts'))) {
    const status = textAt(transfer, 'TxSts');
    if (status === undefined) continue;
    const ours = referenceIn(transfer);
    if (ours === null) strangers.push(status.slice(0, 35));
    else {
      except.push(ours);
      readTransfer(config, { transfer, ours, status }, reportId, statuses);
    }
  }
  if (strangers.length > 0) statuses.doubts.push({ file, evidence: evidenceOf(strangers) });
  const told = toldOfFile(group, payments);
  if (told === null) return statuses;
  const result = resultOf(config, told);
  if (result === null) return statuses;
  if ('doubt' in result) statuses.doubts.push({ file, evidence: result.doubt });
  else if (result.outcome.kind === 'pending' || strangers.length === 0)
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

/** We write the same one in both; a bank may repeat only one, and put a word such as NOTPROVIDED for the other. */
const referenceIn = (transfer: XmlElement): string | null =>
  oursOf(textAt(transfer, 'OrgnlEndToEndId')) ?? oursOf(textAt(transfer, 'OrgnlInstrId'));

/** Any of the file's transfers may be the one that is listed, so the file's own status ends none of them. */
const evidenceOf = (strangers: readonly string[]): string =>
  `the status of ${strangers.length} transfers without a reference of ours (${strangers[0]}): the file's own status ends none`;

interface OwnTransfer {
  transfer: XmlElement;
  ours: string;
  status: string;
}

/** Adds what is said about one transfer. */
function readTransfer(
  config: BankFileConfig,
  { transfer, ours, status }: OwnTransfer,
  reportId: string,
  { events, doubts }: Statuses,
): void {
  const result = resultOf(config, { status, ...readReasons(transfer, 'StsRsnInf') });
  if (result === null) return;
  if ('doubt' in result) {
    doubts.push({ ours, evidence: result.doubt });
    return;
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
