// POST transaction/refund-cancel: undo a transaction (rule S4).

import type { FastifyInstance } from 'fastify';
import { amountLabel, checkRefundCancel, codes, readTransactionId, refundTreatment, texts } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import { refundOrCancel, type InitiateDeps, type RefundOutcome } from '../../domain/operations/index.ts';
import { invalidFields, refundForm, refusal } from '../present/refusal.ts';
import { registerEndpoint, type Answer, type EndpointDeps } from './endpoint.ts';

/** The provider's word is awaited this long before the answer says PENDING. */
const patienceMs = 4_000;

export function registerRefundCancel(app: FastifyInstance, deps: EndpointDeps & { initiate: InitiateDeps }): void {
  const settings = {
    method: 'POST',
    path: '/api-services/transaction/refund-cancel',
    refusalForm: refundForm,
    needs: 'refund',
    load: 'change',
  } as const;
  registerEndpoint(app, deps, settings, async ({ account, access, body, again }) => {
    const faults = checkRefundCancel(body);
    if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
    const id = readTransactionId(body['transactionId']);
    const outcome: RefundOutcome =
      id === null
        ? { type: 'unknown' }
        : await refundOrCancel(deps.initiate, { accountId: account.id, id, services: access.services }, patienceMs);
    return present(outcome, account, deps, again);
  });
}

/** `again`: a refund that is found done may be the doing of this request, whose answer was lost; "failed" would then be untrue. */
function present(outcome: RefundOutcome, { language }: Account, deps: EndpointDeps, again: boolean): Answer {
  const say = texts[language];
  if (outcome.type === 'unknown') return { refused: refusal(codes.notFound, say.unknownTransaction()) };
  const { facts } = outcome.operation;
  const words = {
    service: deps.catalogue().service(facts.codeService)?.name ?? facts.codeService,
    amount: amountLabel(facts.amount, facts.currency),
  };
  const done = (message: string): Answer => ({ body: { message, statutTreatment: refundTreatment.success } });
  const refused = (msg: string): Answer => ({ refused: refusal(codes.refused, msg) });
  switch (outcome.type) {
    case 'refunded':
      return done(say.refunded(words));
    case 'canceled':
      return done(say.canceled(words));
    case 'pending': {
      const message = say.refundPending(words);
      return { body: { message, statutTreatment: refundTreatment.pending, code: codes.done, msg: message, error: false, data: {} } };
    }
    case 'otherService':
      return { refused: refusal(codes.notActivated, say.keyNotForService({ codeService: facts.codeService })) };
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
