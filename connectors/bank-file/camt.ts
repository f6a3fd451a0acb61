// Reads a bank's statement (camt.053) or its notices of debits and credits (camt.054): which of our
// transfers were debited, which came back, and every line for the reconciliation.

import { readBankNumber } from '@jokko/contract';
import { about, succeeded } from '@jokko/connectors/kit';
import type {
  Claims,
  FileDoubt,
  ProviderEvent,
  QueryOutcome,
  StatementLine,
} from '@jokko/connectors/kit';
import type { BankFileConfig } from './config.ts';
import { oursOf } from './references.ts';
import { errorOf, readReasons } from './results.ts';
import { amountClaims, partyClaims, readAmount } from './wire-amount.ts';
import { childAt, childrenOf, textAt } from './xml/read-xml.ts';
import type { XmlElement } from './xml/read-xml.ts';

export interface Entries {
  events: ProviderEvent[];
  doubts: FileDoubt[];
  lines: StatementLine[];
  /** The last day that it covers. */
  until: string | null;
}

/** `account`: an element `Stmt` or `Ntfctn`. A string: why it is not about our account. */
export function readEntries(config: BankFileConfig, account: XmlElement): Entries | string {
  if (!isOurAccount(config, account)) return 'is about another account';
  const id = textAt(account, 'Id') ?? '';
  const entries: Entries = { events: [], doubts: [], lines: [], until: lastDayOf(account) };
  childrenOf(account, 'Ntry')
    // What is pending or for information has not moved.
    .filter((entry) => (textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts')) === 'BOOK')
    .forEach((entry, index) => {
      for (const movement of movementsOf(entry, `${id}/${index + 1}`))
        read(config, movement, entries);
    });
  return entries;
}

const lastDayOf = (account: XmlElement): string | null =>
  (textAt(account, 'FrToDt/ToDtTm') ?? textAt(account, 'CreDtTm'))?.slice(0, 10) ?? null;

function isOurAccount({ debtorAccount, country }: BankFileConfig, account: XmlElement): boolean {
  const named = textAt(account, 'Acct/Id/IBAN') ?? textAt(account, 'Acct/Id/Othr/Id') ?? '';
  return bareOf(named, country) === bareOf(debtorAccount, country);
}

/** The RIB where there is one, so that it equals the IBAN that holds it. */
function bareOf(account: string, country: string): string {
  const read = readBankNumber(account, country);
  if (read === null) return account.replace(/\s/g, '').toUpperCase();
  return read.scheme === 'iban' ? read.number.slice(4) : read.number;
}

/** One transaction of an entry, or an entry that tells of none. */
interface Movement {
  id: string;
  entry: XmlElement;
  details: XmlElement | null;
  /** Of the transaction; of the entry where it is the only one. */
  amount: XmlElement | undefined;
  isCredit: boolean;
}

function movementsOf(entry: XmlElement, id: string): Movement[] {
  const all = childrenOf(entry, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'));
  const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT';
  const whole = childAt(entry, 'Amt');
  if (all.length === 0) return [{ id, entry, details: null, amount: whole, isCredit }];
  return all.map((details, index) => ({
    id: `${id}/${index + 1}`,
    entry,
    details,
    amount:
      childAt(details, 'Amt') ??
      childAt(details, 'AmtDtls/TxAmt/Amt') ??
      (all.length === 1 ? whole : undefined),
    isCredit: (textAt(details, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')) === 'CRDT',
  }));
}

function read(config: BankFileConfig, movement: Movement, entries: Entries): void {
  const { details, isCredit } = movement;
  const ours = details === null ? null : oursOf(textAt(details, 'Refs/EndToEndId'));
  const line = lineOf(movement, ours);
  if (line !== null) entries.lines.push(line);
  if (ours === null || details === null) return;
  const claims = claimsOf(movement, ours);
  if (claims.amount === undefined) {
    entries.doubts.push({ ours, evidence: `entry ${movement.id} tells no amount of its own` });
    return;
  }
  const theirs = line?.theirs;
  const match = { ours, ...(theirs === undefined || isCredit ? {} : { theirs }) };
  entries.events.push({
    match,
    authenticated: true,
    dedupeKey: `${movement.id}:${ours}:${isCredit ? 'return' : 'debit'}`,
    claims,
    outcome: about(isCredit ? returned(config, match, details) : succeeded(match), claims),
  });
}

/** Money of a transfer of ours that is back on our account. Whatever the bank's reason, it is back. */
function returned(
  config: BankFileConfig,
  refs: { ours: string },
  details: XmlElement,
): QueryOutcome {
  const reason = errorOf(config, 'return', {
    status: 'returned',
    ...readReasons(details, 'RtrInf'),
  });
  return 'doubt' in reason ? { kind: 'reversed', refs } : { kind: 'reversed', refs, reason };
}

function claimsOf({ details, amount, isCredit }: Movement, ours: string): Claims {
  // On a return the parties may be those of the way back.
  const party = isCredit || details === null ? undefined : accountIn(details);
  return { ours, ...amountClaims(amount), ...partyClaims(party) };
}

const accountIn = (details: XmlElement): string | undefined =>
  textAt(details, 'RltdPties/CdtrAcct/Id/IBAN') ?? textAt(details, 'RltdPties/CdtrAcct/Id/Othr/Id');

function lineOf({ id, entry, details, amount, isCredit }: Movement, ours: string | null) {
  const value = amount === undefined ? null : readAmount(amount.text);
  const booked = textAt(entry, 'BookgDt/DtTm') ?? textAt(entry, 'BookgDt/Dt');
  const atMs = booked === undefined ? Number.NaN : Date.parse(booked);
  if (value === null || Number.isNaN(atMs)) return null;
  const charges = textAt(entry, 'Chrgs/TtlChrgsAndTaxAmt');
  const party = details === null ? undefined : accountIn(details);
  const own = details === null ? undefined : textAt(details, 'Refs/AcctSvcrRef');
  const alone = childrenOf(entry, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'));
  const theirs = own ?? (alone.length > 1 ? undefined : textAt(entry, 'AcctSvcrRef')) ?? id;
  const line: StatementLine = {
    theirs,
    ...(ours === null ? {} : { ours }),
    type: textAt(entry, 'BkTxCd/Prtry/Cd') ?? textAt(entry, 'AddtlNtryInf') ?? 'entry',
    direction: isCredit ? 'in' : 'out',
    amount: value,
    fee: (alone.length > 1 || charges === undefined ? null : readAmount(charges)) ?? 0n,
    currency: amount?.attributes['Ccy'] ?? '',
    status: isCredit && ours !== null ? 'reversed' : 'succeeded',
    atMs,
    ...(party === undefined ? {} : { party }),
  };
  return line;
}
