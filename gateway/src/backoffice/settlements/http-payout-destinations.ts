// Routes of payout destinations, for developers and for the operator who confirms what no second
// user of an account can.

import { countryPlans } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import {
  addDestination,
  confirmDestination,
  listUnconfirmed,
  removeDestination,
  type DestinationChanged,
} from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { destinationItem } from './http-settlement-messages.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { refuseField, type Refused } from '../../platform/http/portal/refused.ts';

const changeAnswer = (changed: DestinationChanged): { ok: true; answer: object } | Refused =>
  changed.ok ? { ok: true, answer: {} } : changed;

export function payoutDestinationHandlers({ database }: { database: Database }) {
  return {
    async 'POST settlements/destinations'({ body, caller: { session, membership }, visit }) {
      const [holder, institution] = [body.holder.trim(), body.institution.trim()];
      if (holder === '') return refuseField('holder', 'empty');
      if (institution === '') return refuseField('institution', 'empty');
      if (body.kind === 'wallet' && !Object.hasOwn(countryPlans, body.country))
        return refuseField('country', 'notAllowed');
      const given = {
        ...body,
        holder,
        institution,
        accountId: membership.accountId,
        userId: session.user.id,
      };
      const added = await addDestination(database, actorOf(session.user, visit), given);
      if (added.ok) return { ok: true, answer: { id: added.id } };
      const problems = { number: 'notBankAccount', phone: 'invalidPhone', known: 'known' } as const;
      return refuseField('number', problems[added.refusal]);
    },
    async 'POST settlements/destinations/confirm'({
      body: { id },
      caller: { session, membership },
      visit,
    }) {
      const by = { id, accountId: membership.accountId, userId: session.user.id };
      return changeAnswer(await confirmDestination(database, actorOf(session.user, visit), by));
    },
    async 'POST settlements/destinations/remove'({
      body: { id },
      caller: { session, membership },
      visit,
    }) {
      return changeAnswer(
        await removeDestination(database, actorOf(session.user, visit), {
          id,
          accountId: membership.accountId,
        }),
      );
    },
    async 'GET operator/destinations'({ caller: { session } }) {
      const items = (await listUnconfirmed(database)).map((destination) => ({
        accountId: destination.accountId,
        accountName: destination.accountName,
        destination: destinationItem(destination, session.user.id),
      }));
      return { ok: true, answer: { items } };
    },
    async 'POST operator/destinations/confirm'({ body: { id }, caller: { session }, visit }) {
      const by = { id, accountId: null, userId: session.user.id };
      return changeAnswer(await confirmDestination(database, actorOf(session.user, visit), by));
    },
  } satisfies Partial<Handlers>;
}
