// Routes of our own money at the providers: what is there, and what two users agreed to move.

import {
  defined,
  absolute,
  currencyDecimals,
  decimalsOf,
  parseAmount,
  toDecimalString,
  unreadAmountProblem,
} from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { askOnce, type ApprovalRequestKinds, type NewApprovalRequest } from '../approvals/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { fitsBankAccount } from '../bank-accounts/index.ts';
import { createForecastReader, listFloatMoves } from '../../payments/ledger/index.ts';
import { listProviderBalances, type ProviderBalance } from '../provider-reports/index.ts';
import { moveDayFits, type FloatApprovalRequest } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { onceAnswer } from '../approvals/http-approval-request-details.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { refuseField } from '../../platform/http/portal/refused.ts';

export function floatMoveHandlers(
  { database }: { database: Database },
  kinds: ApprovalRequestKinds,
  catalogue: () => Catalogue,
) {
  const readForecasts = createForecastReader(database, 0);
  return {
    async 'GET operator/floats'({ query: { after } }) {
      const page = { ...(after && { before: Number(after) }), limit: pageRowsRead };
      const [floats, reported, rows] = await Promise.all([
        readForecasts(),
        listProviderBalances(database),
        listFloatMoves(database, page),
      ]);
      const { rows: shown, next } = cutPage(rows, ({ id }) => id);
      const moves = shown.map(
        ({ amount, madeAt, id, approvalRequestId, route, currency, reference, valueDate }) => ({
          id,
          approvalRequestId,
          route,
          currency,
          reference,
          valueDate,
          amount,
          madeAt,
        }),
      );
      return {
        ok: true,
        answer: {
          floats,
          reported: byDifference(reported),
          routes: catalogue().routes.map(({ name }) => name),
          moves,
          next,
        },
      };
    },
    ...newFloatMoveHandlers({ database }, kinds, catalogue),
  } satisfies Partial<Handlers>;
}

/** The largest first, whichever way it goes: what has none is at the end. */
const byDifference = (reported: readonly ProviderBalance[]) =>
  reported
    .map((balance) => ({ ...balance, difference: balance.available - balance.booked }))
    .toSorted((one, other) => Number(absolute(other.difference) - absolute(one.difference)));

function newFloatMoveHandlers(
  { database }: { database: Database },
  kinds: ApprovalRequestKinds,
  catalogue: () => Catalogue,
) {
  return {
    async 'POST operator/floats'({ body: given, caller: { session }, visit }) {
      const { key, reason, bankAccountId = null, ...body } = given;
      const { currency } = body;
      if (!Object.hasOwn(currencyDecimals, currency)) return refuseField('currency', 'notAllowed');
      if (!catalogue().routes.some(({ name }) => name === body.route))
        return refuseField('route', 'notAllowed');
      if (!movesIn(catalogue(), body)) return refuseField('currency', 'notAllowed');
      const decimals = decimalsOf(currency);
      const amount = parseAmount(body.amount, decimals);
      if (amount === null) return refuseField('amount', unreadAmountProblem(body.amount, decimals));
      if (amount === 0n) return refuseField('amount', 'notPositive');
      if (!(await moveDayFits(database, body.valueDate)))
        return refuseField('valueDate', 'invalidDate');
      if (bankAccountId !== null && !(await fitsBankAccount(database, { bankAccountId, currency })))
        return refuseField('bankAccountId', 'notAllowed');
      const parameters: FloatApprovalRequest = {
        ...body,
        amount: toDecimalString(amount),
        reference: body.reference.trim(),
        ...defined({ bankAccountId }),
      };
      const approvalRequest: NewApprovalRequest = {
        kind: 'float',
        accountId: null,
        parameters,
        reason: reason.trim(),
        askedBy: session.user.id,
      };
      if (approvalRequest.reason === '') return refuseField('reason', 'empty');
      const asked = await askOnce(
        { database, kinds },
        actorOf(session.user, visit),
        approvalRequest,
        key,
      );
      return onceAnswer(asked, refuseField('reference', 'empty'));
    },
  } satisfies Partial<Handlers>;
}

/** Whether services pay by the route in this currency, or none does yet. */
function movesIn(
  { services }: Catalogue,
  { route, currency }: { route: string; currency: string },
): boolean {
  const served = services.filter(({ routes }) => routes.includes(route));
  return served.length === 0 || served.some((service) => service.currency === currency);
}
