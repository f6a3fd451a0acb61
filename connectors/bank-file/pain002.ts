// Reads a payment status report, pain.002: statuses of single transfers, and of the whole file for
// those that are not listed.

import { defined } from '@jokko/contract';
import { outcomeOfOne } from '@jokko/connectors/kit';
import type { Claims, FileDoubt, FileEvent, ProviderEvent } from '@jokko/connectors/kit';
import type { BankFileConfig } from './config.ts';
import { endToEndOf, oursOf } from '@jokko/connectors/kit/bank-statement';
import { readReasons, resultOf } from './results.ts';
import type { Told } from './results.ts';
import { meaningOf } from './status-table.ts';
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
  const all = levelOf(group, 'GrpSts', null);
  const ofAll = toldOf(all);
  const payments = childrenOf(report, 'OrgnlPmtInfAndSts').map((element, _index, { length }) =>
    readPayment(element, all, length === 1 ? group : null),
  );
  const except: string[] = [];
  const strangers: string[] = [];
  for (const payment of payments)
    for (const transfer of payment.transfers) {
      const level = levelOf(transfer, 'TxSts', payment.level);
      const own = ownOf(level);
      const ours = referenceIn(transfer);
      if (own === null && ours !== null && level.codes.length > 0) {
        // That of the others is not its own: it has a reason that they do not have.
        except.push(ours);
        statuses.doubts.push({
          ours,
          evidence: `no status, and the reason ${level.codes[0]!.slice(0, 35)}`,
        });
        continue;
      }
      const told = own ?? (payment.contradicted.length > 0 ? null : payment.own);
      if (ours === null) strangers.push(...(own === null ? [] : [own.status.slice(0, 35)]));
      else if (told !== null) {
        except.push(ours);
        readTransfer(config, { transfer, ours, told }, reportId, statuses);
      }
    }
  if (strangers.length > 0) statuses.doubts.push({ file, evidence: evidenceOf(strangers) });
  const told = toldOfFile(group, ofAll, payments);
  if (told === null) return statuses;
  if ('apart' in told) {
    if (told.isOfUnlisted) statuses.doubts.push({ file, evidence: apartEvidence(told.apart) });
    return statuses;
  }
  const result = resultOf(config, told);
  if (result === null) return statuses;
  if ('doubt' in result) statuses.doubts.push({ file, evidence: result.doubt });
  else if (result.outcome.kind === 'pending' || strangers.length === 0)
    statuses.fileEvents.push({
      file,
      except,
      ...defined({ orders: ordersIn(report, group) }),
      dedupeKey: `${reportId}:${file}:${told.status}`,
      outcome: result.outcome,
    });
  return statuses;
}

/** How many transfers of ours the bank says are in the file, where it says so. */
function ordersIn(report: XmlElement, group: XmlElement): number | undefined {
  const payments = childrenOf(report, 'OrgnlPmtInfAndSts');
  const count =
    textAt(group, 'OrgnlNbOfTxs') ??
    (payments.length === 1 ? textAt(payments[0]!, 'OrgnlNbOfTxs') : undefined);
  return count !== undefined && /^[0-9]{1,15}$/.test(count) ? Number(count) : undefined;
}

/** What one level of a report says: its group, a payment information or a transfer. */
interface Level extends Pick<Told, 'codes' | 'text'> {
  status: string | undefined;
  /** What this one is part of. */
  above: Level | null;
}

const levelOf = (
  element: XmlElement,
  name: 'GrpSts' | 'PmtInfSts' | 'TxSts',
  above: Level | null,
): Level => ({ status: textAt(element, name), ...readReasons(element, 'StsRsnInf'), above });

/**
 * The status of a level, which is its own or that of a level above it, and the nearest reasons that
 * explain it: not those of a level that ends otherwise. Null: no level has a status.
 */
function toldOf(level: Level): Told | null {
  const levels = [level];
  for (let { above } = level; above !== null; above = above.above) levels.push(above);
  const status = levels.find((each) => each.status !== undefined)?.status;
  if (status === undefined) return null;
  const explaining = levels.filter(
    (each) => each.status === undefined || endOf(each.status) === endOf(status),
  );
  return {
    status,
    codes: explaining.find(({ codes }) => codes.length > 0)?.codes ?? [],
    text: explaining.find(({ text }) => text !== '')?.text ?? '',
  };
}

const ownOf = (level: Level): Told | null => (level.status === undefined ? null : toldOf(level));

/** How a status ends a transfer; null: it does not. */
function endOf(status: string): 'executed' | 'refused' | null {
  const meaning = meaningOf(status);
  if (meaning === 'refused' || meaning === 'canceled') return 'refused';
  return meaning === 'debited' || meaning === 'credited' ? 'executed' : null;
}

interface Payment {
  level: Level;
  own: Told | null;
  /** Its own status, else the group's. */
  told: Told | null;
  /** Other statuses which the report tells of the same transfers, and which cannot be true too. */
  contradicted: Told[];
  transfers: XmlElement[];
}

/** `group`: the group, if this is its only payment information; both count the same transfers. */
function readPayment(element: XmlElement, above: Level, group: XmlElement | null): Payment {
  const level = levelOf(element, 'PmtInfSts', above);
  const told = toldOf(level);
  const ofAll = toldOf(above);
  const isAgainstAll = ofAll !== null && contradicts(ofAll, told);
  return {
    level,
    own: ownOf(level),
    told,
    contradicted: [
      ...(isAgainstAll ? [ofAll] : []),
      ...countedAgainst(element, told),
      ...(group === null ? [] : countedAgainst(group, told)),
    ],
    transfers: childrenOf(element, 'TxInfAndSts'),
  };
}

/** `ofAll` ends all of them, and `ofSome` says otherwise of some. */
const contradicts = (ofAll: Told, ofSome: Told | null): boolean =>
  endOf(ofAll.status) !== null && ofSome !== null && endOf(ofSome.status) !== endOf(ofAll.status);

/** Statuses that the bank counts in an element (`NbOfTxsPerSts`) although it ends all otherwise. */
function countedAgainst(element: XmlElement, told: Told | null): Told[] {
  if (told === null) return [];
  return childrenOf(element, 'NbOfTxsPerSts')
    .filter((counted) => !/^0*$/.test(textAt(counted, 'DtldNbOfTxs') ?? ''))
    .map((counted) => ({ status: textAt(counted, 'DtldSts') ?? '', codes: [], text: '' }))
    .filter((counted) => contradicts(told, counted));
}

/** The statuses of one file, where they are different ones. */
interface Apart {
  apart: string[];
  /**
   * True if nobody knows which is true of a transfer that is not listed, or has no status of its
   * own.
   */
  isOfUnlisted: boolean;
}

/**
 * What is told of the transfers that are not listed. Our files hold one payment information, so its
 * status and the group's are about the same transfers; it is the more exact one. A bank that makes
 * several of it, or says that the file is in several states, tells which transfers are in which by
 * listing them alone.
 */
function toldOfFile(
  group: XmlElement,
  ofAll: Told | null,
  payments: readonly Payment[],
): Told | Apart | null {
  const each = payments.map((payment) => payment.told);
  if (ofAll !== null && (each.length === 0 || meaningOf(ofAll.status) === 'partly'))
    each.push(ofAll);
  const contradicted = [
    ...payments.flatMap((payment) => payment.contradicted),
    ...countedAgainst(group, ofAll),
  ];
  each.push(...contradicted);
  const told = each[0] ?? null;
  if (each.every((other) => other?.status === told?.status))
    return told && { ...told, codes: [...new Set(each.flatMap(codesOf))] };
  return {
    apart: each.map((other) => other?.status.slice(0, 35) ?? 'none'),
    isOfUnlisted:
      contradicted.length > 0 || payments.some(({ transfers }) => transfers.length === 0),
  };
}

const codesOf = (told: Told | null): string[] => told?.codes ?? [];

/**
 * We write the same one in both; a bank may repeat only one, and put a word such as NOTPROVIDED for
 * the other.
 */
const referenceIn = (transfer: XmlElement): string | null =>
  oursOf(textAt(transfer, 'OrgnlEndToEndId')) ?? oursOf(textAt(transfer, 'OrgnlInstrId'));

/**
 * Any of the file's transfers may be the one that is listed, so the file's own status ends none of
 * them.
 */
const evidenceOf = (strangers: readonly string[]): string =>
  `the status of ${strangers.length} transfers without a reference of ours (${strangers[0]}): the file's own status ends none`;

const apartEvidence = (statuses: readonly string[]): string =>
  `the bank says several statuses of the file (${statuses.join(', ').slice(0, 100)}): none is that of the transfers that it does not list`;

interface OwnTransfer {
  transfer: XmlElement;
  ours: string;
  /** What is told of the transfer itself, else of its payment information. */
  told: Told;
}

/** Adds what is said about one transfer. */
function readTransfer(
  config: BankFileConfig,
  { transfer, ours, told }: OwnTransfer,
  reportId: string,
  { events, doubts }: Statuses,
): void {
  const result = resultOf(config, told);
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
    dedupeKey: `${reportId}:${ours}:${told.status}`,
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
