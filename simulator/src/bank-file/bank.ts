// The bank: looks for payment files, orders their transfers from the engine, and tells what became
// of them in status reports, notices of returns and a statement of each day.

import { fingerprintOf } from '../core/fingerprint.ts';
import { statementRows } from '../core/statement.ts';
import type { Operation, Order } from '../core/operation.ts';
import type { Row } from '../core/statement.ts';
import type { ProtocolDeps } from '../protocol.ts';
import { createAnswers, idOf } from './answers.ts';
import type { Answers } from './answers.ts';
import type { Folder } from './folder.ts';
import { readPaymentFile } from './read-payment-file.ts';
import type { PaymentFile, Transfer } from './read-payment-file.ts';
import { referenceOf } from './references.ts';
import { comesBack, digitsOf } from './suffixes.ts';

export const protocolName = 'bank-file';
/** Virtual ms. */
const lookMs = 500;
const checkedAfterMs = 1_000;
const acceptedAfterMs = 2_000;
const backAfterMs = 3_000;
const dayMs = 86_400_000;
/** After a restart, results of this time are told again: their report may not have been written. */
const toldAgainMs = dayMs;

interface Bank extends ProtocolDeps {
  folder: Folder;
  answers: Answers;
  /** Results that no report tells yet. */
  untold: Operation[];
}

/** Looks for files from now on. The function tells a result with the next report. */
export function openBank(
  deps: ProtocolDeps,
  folder: Folder,
  keptFile: string,
): (operation: Operation) => void {
  const answers = createAnswers(folder, keptFile, dayOf(deps.nowMs() - dayMs), deps.nowMs);
  const bank: Bank = { ...deps, folder, answers, untold: [] };
  let began = false;
  const look = async (): Promise<void> => {
    try {
      // Only now the book has been read.
      if (!began) bank.untold.push(...recentResults(bank));
      began = true;
      for (const name of folder.list()) await take(bank, name);
      tellResults(bank);
      await makeStatements(bank);
    } finally {
      deps.clock.schedule(lookMs, look);
    }
  };
  deps.clock.schedule(lookMs, look);
  return (operation) => void bank.untold.push(operation);
}

function recentResults({ store, nowMs }: Bank): Operation[] {
  return [...store.byReference.values()].filter(
    ({ protocol, status, updatedAtMs }) =>
      protocol === protocolName && status !== 'pending' && updatedAtMs > nowMs() - toldAgainMs,
  );
}

async function take(bank: Bank, name: string): Promise<void> {
  const { folder, answers } = bank;
  const file = readPaymentFile(folder.read(name));
  if ('reason' in file) {
    const { messageId, reason, text } = file;
    answers.report(messageId, { status: 'RJCT', reason, text });
  } else if (isKnown(bank, file))
    answers.report(file.messageId, { status: 'RJCT', reason: 'DU01', text: 'duplicate' });
  else await order(bank, file);
  folder.remove(name);
}

function isKnown({ store }: Bank, { transfers, messageId }: PaymentFile): boolean {
  if (transfers.some(({ endToEndId }) => store.byReference.has(referenceOf(endToEndId))))
    return true;
  for (const { protocol, organisationReference } of store.byReference.values())
    if (protocol === protocolName && organisationReference === messageId) return true;
  return false;
}

async function order({ engine, clock, answers, untold }: Bank, file: PaymentFile): Promise<void> {
  const { messageId, debtorAccount, transfers } = file;
  for (const { currency } of transfers) answers.open(debtorAccount, currency);
  answers.report(messageId, { status: 'RCVD' });
  clock.schedule(checkedAfterMs, () => answers.report(messageId, { status: 'ACTC' }));
  const taken: Operation[] = [];
  clock.schedule(acceptedAfterMs, () => answers.taken(messageId, taken));
  for (const transfer of transfers) {
    const done = await engine.submit(orderOf(file, transfer), { refusal: 0, claimTaken: 0 });
    if (done.kind !== 'done') continue;
    // A refusal at once is announced to nobody.
    if (done.operation.status === 'failed') untold.push(done.operation);
    else taken.push(done.operation);
  }
}

/** One report for each payment file. */
function tellResults({ engine, clock, answers, untold }: Bank): void {
  const all = untold.splice(0);
  for (const operation of all)
    if (operation.status === 'reversed')
      answers.back(operation, engine.firstLine(operation).account ?? '');
  const ended = all.filter(({ status }) => status === 'succeeded' || status === 'failed');
  const byFile = Map.groupBy(ended, ({ organisationReference }) => organisationReference);
  for (const [messageId, operations] of byFile) {
    answers.results(messageId, operations);
    for (const operation of operations)
      if (operation.status === 'succeeded' && comesBack(operation.party))
        clock.schedule(backAfterMs, () => engine.takeBack(operation));
  }
}

/** Makes one of each day that has ended since the last one. */
async function makeStatements({ answers, book, nowMs }: Bank): Promise<void> {
  const { kept } = answers;
  const yesterday = dayOf(nowMs() - dayMs);
  while (kept.statementDay < yesterday) {
    const fromMs = Date.parse(kept.statementDay) + dayMs;
    const day = dayOf(fromMs);
    const rowsOf = new Map<string, Row[]>();
    for (const account of Object.keys(kept.balances)) {
      const given = { account, services: null, protocol: protocolName, fromMs };
      const rows: Row[] = [];
      for await (const row of statementRows(book, { ...given, untilMs: fromMs + dayMs }, idOf))
        rows.push(row);
      rowsOf.set(account, rows);
    }
    answers.statements(day, rowsOf);
  }
}

function orderOf({ messageId, debtorAccount }: PaymentFile, transfer: Transfer): Order {
  return {
    reference: referenceOf(transfer.endToEndId),
    protocol: protocolName,
    kind: 'bank_transfer',
    direction: 'out',
    amount: transfer.amount,
    currency: transfer.currency,
    party: transfer.rib,
    service: 'transfer',
    fingerprint: fingerprintOf(transfer),
    digits: digitsOf(transfer.rib),
    organisationReference: messageId,
    // Nothing is called: results are announced to this process.
    callbackUrl: 'file:',
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: null,
    originalReference: null,
    account: debtorAccount,
    page: null,
    remit: null,
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
