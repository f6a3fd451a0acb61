// What do both sides do with a claim? Find it, tell what was said about it, say more, and move it on.

import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { claimMovesNow, findListedClaim, listClaimEvents, listClaims, moveClaim, sayAboutClaim } from '../../../domain/claims/index.ts';
import type { ClaimActor, ClaimPage, FoundClaim } from '../../../domain/claims/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { LiveSession, Membership, PeopleDeps, Refused, Visit } from '../../../domain/people/index.ts';
import { servicesSeenBy } from './transaction-filter.ts';

const pageRows = 50;
export const notFound: Refused = { ok: false, refusal: 'notFound' };
const conflict: Refused = { ok: false, refusal: 'conflict' };
export const wrong = (field: string, problem: 'empty' | 'missing' | 'notAllowed'): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});
const done = { ok: true, answer: {} } as const;

interface Caller {
  live: LiveSession;
  membership: Membership;
}

export type ClaimWork = ReturnType<typeof createClaimWork>;

export function createClaimWork({ database }: PeopleDeps, catalogue: () => Catalogue) {
  async function page(membership: Membership, status: ClaimPage['status'], after: string | undefined) {
    const { accountId } = membership;
    const services = servicesSeenBy(membership, catalogue());
    const rows = await listClaims(database, {
      accountId,
      status,
      services,
      after: after === undefined ? null : Number(after),
      limit: pageRows + 1,
    });
    const shown = rows.slice(0, pageRows);
    return { shown, next: rows.length > pageRows ? String(shown.at(-1)!.id) : null };
  }

  /** The claim, where the caller may see it. */
  async function find({ membership }: Caller, reference: string): Promise<FoundClaim | null> {
    const claim = await findListedClaim(database, reference, membership.accountId);
    return claim === null || servicesSeenBy(membership, catalogue())?.includes(claim.codeService) === false ? null : claim;
  }

  async function describe(claim: FoundClaim, { membership: { side } }: Caller) {
    const events = await listClaimEvents(database, claim);
    return {
      ...{ message: claim.message, comment: claim.comment, moves: [...claimMovesNow(claim, side, claim.now)] },
      events: events.map(({ at, by, ...event }) => ({ ...event, at: at.toISOString(), by: event.side === side ? by : null })),
    };
  }

  async function say(caller: Caller, visit: Visit, reference: string, message: string) {
    const claim = await find(caller, reference);
    if (claim === null) return notFound;
    if (message.trim() === '') return wrong('message', 'empty');
    const { accountId } = claim;
    return (await sayAboutClaim(database, { accountId, reference, message: message.trim(), by: actorOf(caller, visit) })) ? done : conflict;
  }

  async function move(
    caller: Caller,
    visit: Visit,
    reference: string,
    to: 'IN_PROGRESS' | 'RESOLVED' | 'REJECTED' | 'CLOSED',
    said: string | undefined,
  ) {
    const claim = await find(caller, reference);
    if (claim === null) return notFound;
    const comment = said?.trim() === '' ? undefined : said?.trim();
    if ((to === 'RESOLVED' || to === 'REJECTED') && comment === undefined) return wrong('comment', 'missing');
    const moved = await moveClaim({ database }, { accountId: claim.accountId, reference, to, comment, by: actorOf(caller, visit) });
    return moved.ok ? done : conflict;
  }

  return { page, find, describe, say, move };
}

const actorOf = ({ live: { person }, membership: { side } }: Caller, visit: Visit): ClaimActor => ({
  ...{ side, personId: person.id, who: personOf(person, visit) },
});
