// Routes of payout destinations, for developers and for the operator who confirms what no second person of an account can.

import { countryPlans } from '@jokko/contract';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import {
  addDestination,
  confirmDestination,
  listUnconfirmed,
  removeDestination,
  type DestinationChanged,
} from '../../../domain/settlements/index.ts';
import type { Handlers } from '../handler.ts';
import { destinationItem, wrongField } from './settlement-words.ts';

function changeAnswer(changed: DestinationChanged): { ok: true; answer: object } | Refused {
  if (changed.ok) return { ok: true, answer: {} };
  return { ok: false, refusal: changed.refusal === 'own' ? 'ownWish' : changed.refusal };
}

export function payoutDestinationHandlers({ database }: PeopleDeps) {
  return {
    async 'POST settlements/destinations'({ body, caller: { live, membership }, visit }) {
      const [holder, institution] = [body.holder.trim(), body.institution.trim()];
      if (holder === '') return wrongField('holder', 'empty');
      if (institution === '') return wrongField('institution', 'empty');
      if (body.kind === 'wallet' && !Object.hasOwn(countryPlans, body.country)) return wrongField('country', 'notAllowed');
      const given = { ...body, holder, institution, accountId: membership.accountId, personId: live.person.id };
      const added = await addDestination(database, personOf(live.person, visit), given);
      if (added.ok) return { ok: true, answer: { id: added.id } };
      const problems = { number: 'notBankAccount', phone: 'invalidPhone', known: 'known' } as const;
      return wrongField('number', problems[added.refusal]);
    },
    async 'POST settlements/destinations/confirm'({ body: { id }, caller: { live, membership }, visit }) {
      const by = { id, accountId: membership.accountId, personId: live.person.id };
      return changeAnswer(await confirmDestination(database, personOf(live.person, visit), by));
    },
    async 'POST settlements/destinations/remove'({ body: { id }, caller: { live, membership }, visit }) {
      return changeAnswer(await removeDestination(database, personOf(live.person, visit), { id, accountId: membership.accountId }));
    },
    async 'GET operator/destinations'({ caller: { live } }) {
      const items = (await listUnconfirmed(database)).map((destination) => ({
        ...{ accountId: destination.accountId, accountName: destination.accountName },
        destination: destinationItem(destination, live.person.id),
      }));
      return { ok: true, answer: { items } };
    },
    async 'POST operator/destinations/confirm'({ body: { id }, caller: { live }, visit }) {
      const by = { id, accountId: null, personId: live.person.id };
      return changeAnswer(await confirmDestination(database, personOf(live.person, visit), by));
    },
  } satisfies Partial<Handlers>;
}
