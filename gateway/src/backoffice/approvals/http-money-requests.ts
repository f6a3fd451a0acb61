// Routes by which a user of the operator requests that an account is funded or adjusted.

import { currencyDecimals, decimalsOf, parseAmount, unreadAmountProblem } from '@jokko/contract';
import type { RouteBody } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { loadAccount } from '../../payments/accounts/index.ts';
import { fitsBankAccount } from '../bank-accounts/index.ts';
import { moveDayFits } from '../settlements/index.ts';
import { askOnce } from './index.ts';
import type { Decider, ApprovalRequestKinds } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { onceAnswer } from './http-approval-request-details.ts';
import { actorOf, type SignedInUser, type Visit } from '../../platform/http/portal/caller.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';

type MoneyApprovalRequest = RouteBody<'POST operator/fund'>;

interface Deps {
  database: Database;
  kinds: ApprovalRequestKinds;
}

export const deciderOf = (user: SignedInUser, visit: Visit): Decider => ({
  userId: user.id,
  who: actorOf(user, visit),
});

async function ask(
  deps: Deps,
  kind: 'fund' | 'adjust',
  { key, accountId, currency, amount, reason, ...deposit }: MoneyApprovalRequest,
  { userId, who }: Decider,
) {
  if (!Object.hasOwn(currencyDecimals, currency)) return refuseField('currency', 'notAllowed');
  const decimals = decimalsOf(currency);
  const minor = parseAmount(amount, decimals);
  if (minor === null) return refuseField('amount', unreadAmountProblem(amount, decimals));
  if (kind === 'fund' ? minor <= 0n : minor === 0n) return refuseField('amount', 'notPositive');
  if ((await loadAccount(deps.database, accountId)) === null) return notFound;
  const { bankAccountId = null, valueDate = null } = deposit;
  if (valueDate !== null && !(await moveDayFits(deps.database, valueDate)))
    return refuseField('valueDate', 'invalidDate');
  if (
    bankAccountId !== null &&
    !(await fitsBankAccount(deps.database, { bankAccountId, currency }))
  )
    return refuseField('bankAccountId', 'notAllowed');
  const reference = deposit.reference?.trim() || null;
  const approvalRequest = {
    kind,
    accountId,
    parameters: {
      currency,
      amount,
      ...(bankAccountId !== null && { bankAccountId, reference, valueDate }),
    },
    reason: reason.trim(),
    askedBy: userId,
  };
  return onceAnswer(
    await askOnce(deps, who, approvalRequest, key),
    refuseField('amount', 'notAllowed'),
  );
}

export function moneyRequestHandlers(deps: Deps) {
  return {
    'POST operator/fund': ({ body, caller: { session }, visit }) =>
      ask(deps, 'fund', body, deciderOf(session.user, visit)),
    'POST operator/adjust': ({ body, caller: { session }, visit }) =>
      ask(deps, 'adjust', body, deciderOf(session.user, visit)),
  } satisfies Partial<Handlers>;
}
