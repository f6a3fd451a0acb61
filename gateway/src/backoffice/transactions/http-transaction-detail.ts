// Collects everything recorded about one transaction for its page, from every module that has a
// part in it.

import {
  ledgerKindOf,
  fillAmount,
  maskedCode,
  toDecimalString,
  type Language,
} from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import {
  listCallbacks,
  loadAttempts,
  webhookIdOf,
  type ListedCallback,
} from '../../payments/callbacks/index.ts';
import { errorCodeAndText, type Catalogue } from '../../payments/catalogue/index.ts';
import { listClaimsOf } from '../claims/index.ts';
import { effectOf, readTransfersOf, type StatementLine } from '../../payments/ledger/index.ts';
import { readHistory, shownPhone, type Operation } from '../../payments/operations/index.ts';
import { statusOf } from './http-transaction-filter.ts';
import { readReversals } from './reversals.ts';

type Detail = RouteResult<'GET transactions/:id'>;

/** For whom it is shown. */
interface DetailView {
  language: Language;
  sees: 'voucher' | 'its end';
  /** What is shown of the receiver's address, whose path may be its secret. */
  addressOf(url: string): string;
}

const callbackAttemptsMax = 200;
/** An operation has at most its result's and a later one's. */
const callbacksMax = 2;
export async function detailOf(
  session: Session,
  catalogue: Catalogue,
  operation: Operation,
  { language, sees, addressOf }: DetailView,
): Promise<Detail> {
  const { accountId, id: operationId } = operation.terms;
  const [history, transfers, claims, callbacks, reversals] = await Promise.all([
    readHistory(session, { accountId, id: operationId }),
    readTransfersOf(session, accountId, operationId),
    listClaimsOf({ database: session }, { accountId, operationId }),
    callbacksOf(session, accountId, operationId),
    readReversals(
      session,
      { accountId, id: operationId },
      sees === 'voucher' ? 'own users' : 'all users',
    ),
  ]);
  return {
    ...termsOf(operation, catalogue, addressOf),
    ...balancesOf(operation, transfers),
    ...stateOf(operation, catalogue, language),
    voucher: voucherOf(operation, sees),
    attempts: history.attempts.map((attempt) => ({
      ...attempt,
      sentAt: attempt.sentAt,
      updatedAt: attempt.updatedAt,
    })),
    transitions: history.transitions.map((transition) => ({
      ...transition,
      at: transition.at,
    })),
    callbacks,
    reversals,
    netEffect: transfers.reduce((sum, line) => sum + effectOf(line).available, 0n),
    transfers: transfers.map(transferOf),
    claims: claims.map(({ reference, subject, status, comment, openedAt, closedAt }) => ({
      reference,
      subject,
      status,
      comment,
      openedAt,
      closedAt,
    })),
  };
}

function transferOf(line: StatementLine): Detail['transfers'][number] {
  const { id, verb, debit, credit, amount, availableAfter, note, at } = line;
  const { available, held } = effectOf(line);
  return {
    id: String(id),
    verb,
    kind: ledgerKindOf(line),
    debit,
    credit,
    note,
    at,
    amount,
    availableAfter,
    available,
    held,
  };
}

/**
 * As the ledger says: what takes money does so when it is opened, what brings money when it has
 * succeeded.
 */
function balancesOf({ terms, balanceBefore, balanceAfter }: Operation, transfers: StatementLine[]) {
  const brought =
    terms.direction === 'CREDIT' ? transfers.filter(({ verb }) => verb === 'credit') : [];
  const [first, last] = [brought[0], brought.at(-1)];
  if (first === undefined || last === undefined) {
    return {
      balanceBefore,
      balanceAfter,
    };
  }
  const before = first.availableAfter - effectOf(first).available;
  return {
    balanceBefore: before,
    balanceAfter: last.availableAfter,
  };
}

function termsOf(
  { terms, state, createdAt }: Operation,
  catalogue: Catalogue,
  addressOf: DetailView['addressOf'],
) {
  const service = catalogue.service(terms.codeService);
  return {
    id: terms.id,
    externalId: terms.externalId,
    service: terms.codeService,
    direction: terms.direction,
    phone: shownPhone(terms.phone),
    currency: terms.currency,
    serviceName: service?.name ?? terms.codeService,
    provider: service?.provider ?? terms.route,
    amount: terms.amount,
    // What failed cost nothing, as its callback says (rule O9).
    commission: state.state === 'FAILED' ? 0n : terms.commission,
    clientData: terms.clientData === null ? null : JSON.stringify(terms.clientData, null, 2),
    callbackAddress: terms.callbackUrl === null ? null : addressOf(terms.callbackUrl),
    createdAt,
  };
}

function stateOf({ terms, state }: Operation, catalogue: Catalogue, language: Language) {
  const error =
    state.state === 'FAILED' ? errorCodeAndText(catalogue, state.errorId, language) : null;
  return {
    state: state.state,
    stage: state.stage,
    cancelRequested: state.cancelRequested,
    providerReference: state.providerReference,
    status: statusOf[state.state],
    error: error?.code ?? null,
    errorText: failureTextOf({ terms, state }, catalogue, language),
    providerMessages: state.errorMessage,
    reverse: reversalOf(state.state),
    updatedAt: state.updatedAt,
  };
}

/** Why it failed, with its amount; null: it did not. */
export function failureTextOf(
  { terms, state }: Pick<Operation, 'terms' | 'state'>,
  catalogue: Catalogue,
  language: Language,
): string | null {
  if (state.state !== 'FAILED') return null;
  const { text } = errorCodeAndText(catalogue, state.errorId, language);
  return fillAmount(text, toDecimalString(terms.amount));
}

/** Whoever has the code can use it: it is the developer's customer's. */
function voucherOf(
  { state: { voucher } }: Operation,
  sees: 'voucher' | 'its end',
): Detail['voucher'] {
  if (voucher === null) return null;
  return sees === 'voucher'
    ? { ...voucher, isMasked: false }
    : { ...voucher, code: maskedCode(voucher.code), isMasked: true };
}

function reversalOf(state: Operation['state']['state']): Detail['reverse'] {
  if (state === 'SUCCESS') return 'refund';
  return statusOf[state] === 'waiting' ? 'cancel' : null;
}

async function callbacksOf(
  session: Session,
  accountId: number,
  operationId: string,
): Promise<Detail['callbacks']> {
  const callbacks = await listCallbacks(session, { accountId, operationId }, callbacksMax);
  return Promise.all(callbacks.toReversed().map((callback) => withAttempts(session, callback)));
}

async function withAttempts(
  session: Session,
  callback: ListedCallback,
): Promise<Detail['callbacks'][number]> {
  const attempts = await loadAttempts(session, callback, callbackAttemptsMax);
  return {
    webhookId: webhookIdOf(callback),
    second: callback.second,
    host: callback.destination,
    status: callback.status,
    state: callback.state,
    createdAt: callback.createdAt,
    nextAttemptAt: callback.nextAttemptAt,
    attempts: attempts
      .toReversed()
      .map(({ number, startedAt, durationMs, httpStatus, errorClass }) => ({
        number,
        durationMs,
        httpStatus,
        errorClass,
        at: startedAt,
      })),
  };
}
