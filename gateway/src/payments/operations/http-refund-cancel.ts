// POST transaction/refund-cancel: undo a transaction (rule S4).

import {
  amountLabel,
  checkRefundCancel,
  codes,
  readTransactionId,
  refundCancelEndpoint,
  refundTreatment,
  texts,
} from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import { errorCodeAndText } from '../catalogue/index.ts';
import { refundOrCancel, type InitiateDeps, type RefundOutcome } from './index.ts';
import { otherServiceRefusal } from '../api/http-key.ts';
import { invalidFields, refundForm } from '../api/http-refusal.ts';
import { refusal } from '../../platform/http/http-refusal.ts';
import type { EndpointDeps } from '../api/http-endpoint.ts';
import { implementMovable, type AnswerTo } from '../api/http-implement.ts';

/** The provider's word is awaited this long before the answer says PENDING. */
const timeoutMs = 4_000;
/** Another node waits for the provider's word as well. */
const ownerMaxMs = (): number => 5_000;
/** While nothing may be sent, which is put right by hand. */
const closedRetrySeconds = 30;

type Answer = AnswerTo<typeof refundCancelEndpoint>;

export const implementRefundCancel = (
  deps: Pick<EndpointDeps, 'catalogue'> & { initiate: InitiateDeps },
) =>
  implementMovable(refundCancelEndpoint, {
    refusalForm: refundForm,
    needs: 'refund',
    load: 'change',
    ownerMaxMs,
    handle: async ({ account, access, body, again, reply }) => {
      const faults = checkRefundCancel(body);
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const id = readTransactionId(body['transactionId']);
      const outcome: RefundOutcome =
        id === null
          ? { type: 'unknown' }
          : await refundOrCancel(
              deps.initiate,
              {
                accountId: account.id,
                id,
                services: access.services,
                amount: body['amount'],
              },
              timeoutMs,
            );
      if (outcome.type === 'closed') reply.header('retry-after', closedRetrySeconds);
      return present(outcome, account, deps, again);
    },
  });

/**
 * `again`: a refund that is found done may be the doing of this request, whose answer was lost;
 * "failed" would then be untrue.
 */
function present(
  outcome: RefundOutcome,
  account: Account,
  deps: Pick<EndpointDeps, 'catalogue'>,
  again: boolean,
): Answer {
  const { language } = account;
  const say = texts[language];
  if (outcome.type === 'unknown')
    return { refused: refusal(codes.notFound, say.unknownTransaction()) };
  if (outcome.type === 'closed')
    return {
      refused: refusal(codes.internal, errorCodeAndText(deps.catalogue(), null, language).text),
    };
  const { terms } = outcome.operation;
  const words = {
    service: deps.catalogue().service(terms.codeService)?.name ?? terms.codeService,
    amount: amountLabel(terms.amount, terms.currency),
  };
  const done = (message: string): Answer => ({
    body: { message, statutTreatment: refundTreatment.success },
  });
  const refused = (msg: string): Answer => ({ refused: refusal(codes.refused, msg) });
  switch (outcome.type) {
    case 'refunded':
      return done(say.refunded(words));
    case 'canceled':
      return done(say.canceled(words));
    case 'pending':
      return pending(say.refundPending(words));
    case 'otherService':
      return { refused: otherServiceRefusal(account, terms.codeService) };
    case 'otherAmount':
      return {
        refused: invalidFields([{ field: 'amount', problem: 'differsFromTransaction' }], language),
      };
    case 'alreadyRefunded':
      return again ? done(say.refunded(words)) : refused(say.alreadyRefunded(words));
    case 'alreadyCanceled':
      return again ? done(say.canceled(words)) : refused(say.alreadyCanceled(words));
    case 'failedOperation':
      return refused(say.refundOfFailed(words));
    case 'notPossible':
      return refused(say.refundNotPossible(words));
    case 'balanceTooLow':
      return refused(say.refundBalanceTooLow(words));
  }
}

const pending = (message: string): Answer => ({
  body: {
    message,
    statutTreatment: refundTreatment.pending,
    code: codes.done,
    msg: message,
    error: false,
    data: {},
  },
});
