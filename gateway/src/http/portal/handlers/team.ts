// Routes of the people beside oneself. The account is always the membership's; null stands for the operator.

import { countryPlans } from '@jokko/contract';
import { developerRoles, operatorRoles } from '@jokko/contract/portal';
import type { RouteAnswer } from '@jokko/contract/portal';
import { changeMember, invite, listInvitations, listMembers, personOf, removeMember, withdraw } from '../../../domain/people/index.ts';
import type { Membership, PeopleDeps, Refused, Seat } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';

const pageRows = 50;
type Team = RouteAnswer<'GET team'>;

const done = (result: { ok: true } | Refused) => (result.ok ? { ok: true as const, answer: {} } : result);
const wrongRole: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'role', problem: 'notAllowed' }] };

export function teamHandlers(people: PeopleDeps) {
  return {
    async 'GET team'({ query: { after = '0' }, caller: { live, membership } }) {
      const rows = await listMembers(people.database, membership.accountId, Number(after), pageRows + 1);
      const members = rows.slice(0, pageRows);
      const invitations = await listInvitations(people.database, membership.accountId);
      const answer: Team = {
        countries: membership.countries ?? Object.keys(countryPlans),
        members: members.map(({ personId, since, seenAt, role, ...member }) => ({
          ...member,
          role: role as Team['members'][number]['role'],
          since: since.toISOString(),
          seenAt: seenAt?.toISOString() ?? null,
          self: personId === live.person.id,
        })),
        next: rows.length > pageRows ? String(members.at(-1)!.id) : null,
        invitations: invitations.map(({ role, expiresAt, ...invitation }) => ({
          ...invitation,
          role: role as Team['members'][number]['role'],
          expiresAt: expiresAt.toISOString(),
        })),
      };
      return { ok: true, answer };
    },
    async 'POST team/invite'({ body: { email, role, countries }, caller: { live, membership }, visit }) {
      const seat = seatOf(membership, role, countries);
      if (seat === null) return wrongRole;
      const invited = await invite(people, personOf(live.person, visit), email, seat);
      return invited.ok ? { ok: true, answer: { link: `${visit.origin ?? ''}/invitation#${invited.token}` } } : invited;
    },
    'POST team/withdraw': async ({ body: { id }, caller: { live, membership }, visit }) =>
      done(await withdraw(people, personOf(live.person, visit), { id, accountId: membership.accountId, by: membership })),
    async 'POST team/change'({ body: { id: membershipId, role, countries }, caller: { live, membership }, visit }) {
      if (seatOf(membership, role, countries) === null) return wrongRole;
      const change = { membershipId, accountId: membership.accountId, role, countries, by: membership };
      return done(await changeMember(people, personOf(live.person, visit), change));
    },
    'POST team/remove': async ({ body: { id: membershipId }, caller: { live, membership }, visit }) =>
      done(await removeMember(people, personOf(live.person, visit), { membershipId, accountId: membership.accountId, by: membership })),
  } satisfies Partial<Handlers>;
}

/** A seat beside the caller's own; null when the role is of the other side, above the caller's, or reaches further than their countries. */
function seatOf(membership: Membership, role: string, countries: string[] | null): Seat | null {
  const within = membership.countries === null || (countries !== null && countries.every((code) => membership.countries!.includes(code)));
  if (!within || (role === 'owner' && membership.role !== 'owner')) return null;
  if (membership.side === 'developer') {
    const known = developerRoles.find((candidate) => candidate === role);
    return known === undefined ? null : { side: 'developer', role: known, accountId: membership.accountId, countries };
  }
  const known = operatorRoles.find((candidate) => candidate === role);
  return known === undefined ? null : { side: 'operator', role: known, accountId: null, countries };
}
