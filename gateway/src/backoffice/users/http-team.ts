// Routes of the people beside oneself. The account is always the membership's; null stands for the
// operator.

import { countryPlans } from '@jokko/contract';
import { developerRoles, operatorSeatRoles } from '@jokko/contract/portal';
import type { RouteResult } from '@jokko/contract/portal';
import {
  attestMember,
  changeMember,
  invite,
  invitesByMail,
  listInvitations,
  listMembers,
  removeMember,
  withdraw,
} from './index.ts';
import type { UsersDeps, Seat } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import {
  actorOf,
  userActorOf,
  type Membership,
  type Visit,
} from '../../platform/http/portal/caller.ts';
import { refuseField, type Refused } from '../../platform/http/portal/refused.ts';

type Team = RouteResult<'GET team'>;

const done = (result: { ok: true } | Refused) =>
  result.ok ? { ok: true as const, answer: {} } : result;
const wrongRole = refuseField('role', 'notAllowed');

export function teamHandlers(users: UsersDeps) {
  return {
    async 'GET team'({ query: { after = '0' }, caller: { session, membership } }) {
      const rows = await listMembers(
        users.database,
        membership.accountId,
        Number(after),
        pageRowsRead,
      );
      const { rows: members, next } = cutPage(rows, ({ id }) => id);
      const invitations = await listInvitations(users.database, membership.accountId);
      const answer: Team = {
        countries: membership.countries ?? Object.keys(countryPlans),
        mails: users.mails === true && (await invitesByMail(users.database, membership.accountId)),
        members: members.map(
          ({ userId, since, seenAt, role, countsAt, broughtInBy, ...member }) => ({
            ...member,
            countsFrom: countsAt,
            mayAttest:
              countsAt !== null &&
              userId !== session.user.id &&
              !broughtInBy.includes(session.user.id),
            role: role as Team['members'][number]['role'],
            since,
            seenAt,
            self: userId === session.user.id,
          }),
        ),
        next,
        invitations: invitations.map(({ role, expiresAt, ...invitation }) => ({
          ...invitation,
          role: role as Team['members'][number]['role'],
          expiresAt,
        })),
      };
      return { ok: true, answer };
    },
    async 'POST team/invite'({
      body: { email, role, countries },
      caller: { session, membership },
      visit,
    }) {
      const seat = seatOf(membership, role, countries);
      if (seat === null) return wrongRole;
      const invited = await invite(users, actorOf(session.user, visit), email, seat);
      return invited.ok ? { ok: true, answer: { link: linkShown(visit, invited) } } : invited;
    },
    'POST team/withdraw': async ({ body: { id }, caller: { session, membership }, visit }) =>
      done(
        await withdraw(users, actorOf(session.user, visit), {
          id,
          accountId: membership.accountId,
          by: membership,
        }),
      ),
    ...memberHandlers(users),
  } satisfies Partial<Handlers>;
}

/** Null: it is sent by e-mail, and nobody but its reader sees it. */
const linkShown = (
  { origin }: Visit,
  { token, mailed }: { token: string; mailed: boolean },
): string | null => (mailed ? null : `${origin ?? ''}/invitation#${token}`);

function memberHandlers(users: UsersDeps) {
  return {
    async 'POST team/change'({
      body: { id: membershipId, role, countries },
      caller: { session, membership },
      visit,
    }) {
      if (seatOf(membership, role, countries) === null) return wrongRole;
      const change = {
        membershipId,
        accountId: membership.accountId,
        role,
        countries,
        by: membership,
      };
      return done(await changeMember(users, actorOf(session.user, visit), change));
    },
    'POST team/attest': async ({
      body: { id: membershipId },
      caller: { session, membership },
      visit,
    }) =>
      done(
        await attestMember(users, userActorOf(session.user, visit), {
          membershipId,
          accountId: membership.accountId,
        }),
      ),
    'POST team/remove': async ({
      body: { id: membershipId },
      caller: { session, membership },
      visit,
    }) =>
      done(
        await removeMember(users, actorOf(session.user, visit), {
          membershipId,
          accountId: membership.accountId,
          by: membership,
        }),
      ),
  } satisfies Partial<Handlers>;
}

/**
 * A seat beside the caller's own; null when the role is of the other side, above the caller's, or
 * reaches further than their countries.
 */
function seatOf(membership: Membership, role: string, countries: string[] | null): Seat | null {
  const within =
    membership.countries === null ||
    (countries !== null && countries.every((code) => membership.countries!.includes(code)));
  if (!within || (role === 'owner' && membership.role !== 'owner')) return null;
  if (membership.side === 'developer') {
    const known = developerRoles.find((candidate) => candidate === role);
    return known === undefined
      ? null
      : { side: 'developer', role: known, accountId: membership.accountId, countries };
  }
  const known = operatorSeatRoles.find((candidate) => candidate === role);
  return known === undefined ? null : { side: 'operator', role: known, accountId: null, countries };
}
