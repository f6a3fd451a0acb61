// What does a page say about one transaction? All that was written about it, from every noun that has a part in it.

import { ledgerKindOf, toDecimalString, type Language } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Session } from '../../../db/database.ts';
import { laneOf, listCallbacks, loadAttempts, type ListedCallback } from '../../../domain/callbacks/index.ts';
import { errorCodeAndText, type Catalogue } from '../../../domain/catalogue/index.ts';
import { listClaimsOf } from '../../../domain/claims/index.ts';
import { effectOf, readTransfersOf, type StatementLine } from '../../../domain/ledger/index.ts';
import { readHistory, type Operation } from '../../../domain/operations/index.ts';
import { statusOf } from './transaction-filter.ts';

type Detail = RouteAnswer<'GET transactions/:id'>;

const callbackAttemptsMax = 200;
/** An operation has at most its result's and a later one's. */
const callbacksMax = 2;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function detailOf(session: Session, catalogue: Catalogue, operation: Operation, language: Language): Promise<Detail> {
  const { accountId, id: operationId } = operation.facts;
  const [history, transfers, claims, callbacks] = await Promise.all([
    readHistory(session, { accountId, id: operationId }),
    readTransfersOf(session, accountId, operationId),
    listClaimsOf({ database: session }, { accountId, operationId }),
    callbacksOf(session, accountId, operationId),
  ]);
  return {
    ...factsOf(operation, catalogue),
    ...balancesOf(operation, transfers),
    ...stateOf(operation, catalogue, language),
    attempts: history.attempts.map((attempt) => ({
      ...attempt,
      sentAt: attempt.sentAt.toISOString(),
      updatedAt: attempt.updatedAt.toISOString(),
    })),
    transitions: history.transitions.map((transition) => ({ ...transition, at: transition.at.toISOString() })),
    callbacks,
    transfers: transfers.map(transferOf),
    claims: claims.map(({ reference, subject, status, comment, openedAt, closedAt }) => ({
      ...{ reference, subject, status, comment },
      openedAt: openedAt.toISOString(),
      closedAt: iso(closedAt),
    })),
  };
}

function transferOf(line: StatementLine): Detail['transfers'][number] {
  const { id, verb, debit, credit, amount, availableAfter, note, at } = line;
  const { available, held } = effectOf(line);
  return {
    ...{ id: String(id), verb, kind: ledgerKindOf(line), debit, credit, note, at: at.toISOString() },
    ...{ amount: toDecimalString(amount), availableAfter: toDecimalString(availableAfter) },
    ...{ available: toDecimalString(available), held: toDecimalString(held) },
  };
}

/** As the ledger says: what takes money does so when it is opened, what brings money when it has succeeded. */
function balancesOf({ facts, balanceBefore, balanceAfter }: Operation, transfers: StatementLine[]) {
  const brought = facts.direction === 'CREDIT' ? transfers.filter(({ verb }) => verb === 'credit') : [];
  const [first, last] = [brought[0], brought.at(-1)];
  if (first === undefined || last === undefined) {
    return { balanceBefore: toDecimalString(balanceBefore), balanceAfter: toDecimalString(balanceAfter) };
  }
  const before = first.availableAfter - effectOf(first).available;
  return { balanceBefore: toDecimalString(before), balanceAfter: toDecimalString(last.availableAfter) };
}

function factsOf({ facts, createdAt }: Operation, catalogue: Catalogue) {
  const service = catalogue.service(facts.codeService);
  return {
    ...{ id: facts.id, externalId: facts.externalId, service: facts.codeService, direction: facts.direction },
    ...{ phone: facts.phone, currency: facts.currency },
    serviceName: service?.name ?? facts.codeService,
    provider: service?.provider ?? facts.route,
    amount: toDecimalString(facts.amount),
    commission: toDecimalString(facts.commission),
    clientData: facts.clientData === null ? null : JSON.stringify(facts.clientData, null, 2),
    // The whole address may hold what only the receiver should know.
    callbackHost: facts.callbackUrl === null ? null : laneOf(facts.callbackUrl),
    createdAt: createdAt.toISOString(),
  };
}

function stateOf({ facts, state }: Operation, catalogue: Catalogue, language: Language) {
  const error = state.state === 'FAILED' ? errorCodeAndText(catalogue, state.errorId, language) : null;
  return {
    ...{ state: state.state, stage: state.stage, cancelRequested: state.cancelRequested, providerReference: state.providerReference },
    status: statusOf[state.state],
    error: error?.code ?? null,
    errorText: error?.text.replace('__amount__', `${toDecimalString(facts.amount)} ${facts.currency}`) ?? null,
    providerWords: state.errorMessage,
    undo: undoOf(state.state),
    updatedAt: state.updatedAt.toISOString(),
  };
}

function undoOf(state: Operation['state']['state']): Detail['undo'] {
  if (state === 'SUCCESS') return 'refund';
  return statusOf[state] === 'waiting' ? 'cancel' : null;
}

async function callbacksOf(session: Session, accountId: number, operationId: string): Promise<Detail['callbacks']> {
  const callbacks = await listCallbacks(session, { accountId, operationId }, callbacksMax);
  return Promise.all(callbacks.toReversed().map((callback) => withAttempts(session, callback)));
}

async function withAttempts(session: Session, callback: ListedCallback): Promise<Detail['callbacks'][number]> {
  const attempts = await loadAttempts(session, callback, callbackAttemptsMax);
  return {
    ...{ second: callback.second, host: callback.lane, status: callback.status, state: callback.state },
    createdAt: callback.createdAt.toISOString(),
    nextAttemptAt: iso(callback.nextAttemptAt),
    attempts: attempts.toReversed().map(({ number, startedAt, durationMs, httpStatus, errorClass }) => ({
      ...{ number, durationMs, httpStatus, errorClass },
      at: startedAt.toISOString(),
    })),
  };
}
