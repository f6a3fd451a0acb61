// Routes of settlements for developers. They are of the whole account, so that who is limited to
// countries does not get them.

import { decimalsOf, parseAmount, unreadAmountProblem } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { listSettlements, requestSettlement, withdrawSettlement, type Requested } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { decisionAnswer, findAdvice, settlementItem } from './http-settlement-messages.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, refuse, refuseField, type Refused } from '../../platform/http/portal/refused.ts';
import { scheduleHandlers } from './http-settlement-schedule.ts';
import { termsOf } from './http-settlement-terms.ts';

export function settlementHandlers({ database }: { database: Database }) {
  return {
    async 'GET settlements'({ query: { after }, caller: { membership } }) {
      const page = {
        accountId: membership.accountId,
        ...(after && { before: Number(after) }),
        limit: pageRowsRead,
      };
      const rows = await listSettlements(database, page);
      const { rows: shown, next } = cutPage(rows, ({ id }) => id);
      const items = shown.map(settlementItem);
      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'GET settlements/terms'({ caller: { session, membership } }) {
      return { ok: true, answer: await termsOf(database, membership.accountId, session.user.id) };
    },
    async 'GET settlements/:id'({ params, caller: { membership } }) {
      const answer = await findAdvice(database, Number(params.id), membership.accountId);
      return answer === null ? notFound : { ok: true, answer };
    },
    async 'POST settlements'({
      body: { key, currency, amount, destinationId },
      caller: { session, membership },
      visit,
    }) {
      const minor = parseAmount(amount, decimalsOf(currency));
      if (minor === null)
        return refuseField('amount', unreadAmountProblem(amount, decimalsOf(currency)));
      const { accountId } = membership;
      const order = {
        accountId,
        key,
        currency,
        destinationId,
        amount: minor,
        askedBy: session.user.id,
      };
      return requestAnswer(await requestSettlement(database, actorOf(session.user, visit), order));
    },
    async 'POST settlements/withdraw'({ body: { id }, caller: { session, membership }, visit }) {
      const by = { id, accountId: membership.accountId };
      return decisionAnswer(await withdrawSettlement(database, actorOf(session.user, visit), by));
    },
    ...scheduleHandlers({ database }),
  } satisfies Partial<Handlers>;
}

function requestAnswer(
  requested: Requested,
): { ok: true; answer: { id: number; repeated: boolean } } | Refused {
  if (requested.ok) return { ok: true, answer: { id: requested.id, repeated: requested.repeated } };
  switch (requested.refusal) {
    case 'destination':
      return refuseField('destinationId', 'notUsable');
    case 'amount':
      return refuseField('amount', 'notPositive');
    case 'below minimum':
      return refuseField('amount', 'tooSmall');
    case 'above maximum':
      return refuseField('amount', 'tooLarge');
    case 'not covered':
      return refuseField('amount', 'notCovered');
    case 'suspended':
      return refuse('notAllowed');
    case 'rehearsal':
      return refuse('rehearsalMoney');
    case 'key used':
      return refuse('sentBefore');
  }
}
