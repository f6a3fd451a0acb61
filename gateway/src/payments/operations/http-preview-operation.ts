// POST preview-operation: what `operation` would answer to the same body.

import {
  codes,
  previewOperationEndpoint,
  publicStatus,
  texts,
  toJsonNumber,
  type Language,
  type OperationFailedResponse,
  type Preview,
} from '@jokko/contract';
import {
  agreesWith,
  amountLimitsOf,
  type AmountLimits,
  type NumberInfoOf,
} from '../catalogue/index.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import type { PaymentsEndpoint } from '../api/http-endpoint.ts';
import { implementUnchecked } from '../api/http-implement.ts';
import { answerOrder, type OrderingDeps } from './http-operation.ts';
import { presentOperation, publicStatusOf } from './http-present.ts';
import type { Order } from './admission/opening.ts';
import type { Operation, OperationTerms } from './model/operation.ts';
import { createPreviewLanes } from './admission/preview-lanes.ts';
import { previewOperation, type PreviewDeps, type Previewed } from './admission/preview.ts';

export interface PreviewEndpointDeps extends OrderingDeps {
  initiate: PreviewDeps;
  numberInfo: NumberInfoOf;
  /** How long a result usually takes on a route, in seconds; null: too few are known. */
  typicalSeconds(route: string): Promise<number | null>;
}

/** An operation that was opened under this id before would be answered again. */
interface Replayed {
  type: 'replayed';
  operation: Operation;
}

export function implementPreviewOperation(deps: PreviewEndpointDeps): PaymentsEndpoint {
  const lanes = createPreviewLanes();
  return implementUnchecked(previewOperationEndpoint, {
    refusalForm: envelopeForm,
    mayBeLarge: true,
    load: 'read',
    handle: (call) =>
      answerOrder(
        deps,
        call,
        (order) => lanes.take(order.account.id, () => previewOperation(deps.initiate, order)),
        (done, copies) => present(deps, done, copies),
      ),
  });
}

async function present(
  deps: PreviewEndpointDeps,
  done: Previewed | Replayed,
  { account, catalogue }: Pick<Order, 'account' | 'catalogue'>,
) {
  const { operation } = done;
  const { terms, state } = operation;
  const service = catalogue.service(terms.codeService);
  const number = await deps.numberInfo(terms.phone);
  const data: Preview = {
    phone: terms.phoneGiven,
    amount: toJsonNumber(terms.amount),
    codeService: terms.codeService,
    externalTransactionId: terms.externalId,
    wouldBe: statusOf(done),
    ...moneyOf(done),
    recipient: {
      e164: terms.phone,
      operator: number?.operator ?? null,
      agrees: service === undefined ? null : agreesWith(service, number),
    },
    limits: inUnits(service === undefined ? noLimits : amountLimitsOf(service, account)),
    remaining: inUnits(done.type === 'previewed' ? done.remaining : noCeilings),
    repeats: done.type === 'replayed' ? { transactionId: terms.id, status: statusOf(done) } : null,
    route: {
      available: state.state !== 'PARKED',
      typicalSeconds: await deps.typicalSeconds(terms.route),
    },
  };
  const { language } = account;
  if (state.state !== 'FAILED')
    return { code: codes.done, msg: messageOf(done, language), error: false as const, data };
  const context = { catalogue, language, publicUrl: deps.publicUrl, account };
  const refused = presentOperation(operation, context, true) as OperationFailedResponse;
  return { ...refused, data: { ...data, errorType: refused.data.errorType! } };
}

const messageOf = ({ type }: Previewed | Replayed, language: Language): string =>
  type === 'replayed' ? texts[language].wouldBeAnsweredAgain() : texts[language].wouldBeStarted();

const noLimits: AmountLimits = { minimum: null, maximum: null, multipleOf: null };
const noCeilings = { day: null, week: null, month: null };

function statusOf({ type, operation: { state, terms } }: Previewed | Replayed) {
  return type === 'previewed' && state.state !== 'FAILED'
    ? publicStatus.pending
    : publicStatusOf(state.state, state.stage, terms.direction);
}

type Money = Pick<Preview, 'commission' | 'currency' | 'total' | 'balanceAfter'>;

function moneyOf(done: Previewed | Replayed): Money {
  const { terms, state, balanceBefore } = done.operation;
  const { currency } = terms;
  const isPriced = done.type === 'replayed' || done.isPriced;
  if (!isPriced) return { commission: null, currency, total: null, balanceAfter: null };
  const total = totalOf(terms);
  const moved = state.state === 'FAILED' ? 0n : terms.direction === 'DEBIT' ? -total : total;
  return {
    commission: toJsonNumber(terms.commission),
    currency,
    total: toJsonNumber(total),
    balanceAfter: done.type === 'replayed' ? null : toJsonNumber(balanceBefore + moved),
  };
}

const totalOf = ({ direction, amount, commission }: OperationTerms): bigint =>
  direction === 'DEBIT' ? amount + commission : amount - commission;

const inUnits = <Name extends string>(amounts: { [name in Name]: bigint | null }) =>
  Object.fromEntries(
    Object.entries<bigint | null>(amounts).map(([name, amount]) => [
      name,
      amount === null ? null : toJsonNumber(amount),
    ]),
  ) as { [name in Name]: number | null };
