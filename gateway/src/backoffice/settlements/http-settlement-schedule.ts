// Routes by which a developer schedules settlements of a currency, and ends the schedule.

import { decimalsOf, parseAmount, unreadAmountProblem } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { endSchedule, setSchedule } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';

export function scheduleHandlers({ database }: { database: Database }) {
  return {
    async 'POST settlements/schedule'({
      body: { currency, minimum, keep, every, day, destinationId },
      caller: { session, membership },
      visit,
    }) {
      if (every !== 'month' && day > 7) return refuseField('day', 'notAllowed');
      const amounts = {
        minimum: parseAmount(minimum, decimalsOf(currency)),
        keep: parseAmount(keep, decimalsOf(currency)),
      };
      if (amounts.minimum === null)
        return refuseField('minimum', unreadAmountProblem(minimum, decimalsOf(currency)));
      if (amounts.keep === null)
        return refuseField('keep', unreadAmountProblem(keep, decimalsOf(currency)));
      const given = {
        accountId: membership.accountId,
        userId: session.user.id,
        currency,
        destinationId,
        every,
        day,
        minimum: amounts.minimum,
        keep: amounts.keep,
      };
      const scheduled = await setSchedule(database, actorOf(session.user, visit), given);
      return scheduled.ok
        ? { ok: true, answer: { nextAt: scheduled.nextAt } }
        : refuseField('destinationId', 'notUsable');
    },
    async 'POST settlements/schedule/end'({
      body: { currency },
      caller: { session, membership },
      visit,
    }) {
      const ended = await endSchedule(database, actorOf(session.user, visit), {
        accountId: membership.accountId,
        currency,
      });
      return ended ? { ok: true, answer: {} } : notFound;
    },
  } satisfies Partial<Handlers>;
}
