// Handlers of claims shared by both sides: find a claim, show its history, add to it, and move it
// on.

import { createScatteredIds, drawId } from '../../platform/db/scattered-ids.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import {
  claimMovesNow,
  findListedClaim,
  listClaimEvents,
  listClaims,
  moveClaim,
  sayAboutClaim,
} from './index.ts';
import type { ClaimActor, ClaimPage, FoundClaim } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import {
  actorOf,
  type LiveSession,
  type Membership,
  type Visit,
} from '../../platform/http/portal/caller.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';

const done = { ok: true, answer: {} } as const;

interface Caller {
  session: LiveSession;
  membership: Membership;
}

export type ClaimWork = ReturnType<typeof createClaimWork>;

type ClaimReading = ReturnType<typeof createClaimReading>;

export function createClaimWork(deps: { database: Database }, catalogue: () => Catalogue) {
  const reading = createClaimReading(deps, catalogue);
  return { ...reading, ...createClaimChanges(deps, reading) };
}

function createClaimReading({ database }: { database: Database }, catalogue: () => Catalogue) {
  async function page(
    membership: Membership,
    status: ClaimPage['status'],
    after: string | undefined,
  ) {
    const { accountId } = membership;
    const services = servicesSeenBy(membership, catalogue());
    const rows = await listClaims(database, {
      accountId,
      status,
      services,
      after: after === undefined ? null : Number(after),
      limit: pageRowsRead,
    });
    const { rows: shown, next } = cutPage(rows, ({ id }) => id);
    return { shown, next };
  }

  /** The claim, where the caller may see it. */
  async function find({ membership }: Caller, reference: string): Promise<FoundClaim | null> {
    const claim = await findListedClaim(database, reference, membership.accountId);
    return claim === null ||
      servicesSeenBy(membership, catalogue())?.includes(claim.codeService) === false
      ? null
      : claim;
  }

  async function describe(claim: FoundClaim, { membership: { side } }: Caller) {
    const events = await listClaimEvents(database, claim);
    return {
      message: claim.message,
      comment: claim.comment,
      moves: [...claimMovesNow(claim, side, claim.now)],
      events: events.map(({ at, by, ...event }) => ({
        ...event,
        at,
        by: event.side === side ? by : null,
      })),
    };
  }

  return { page, find, describe };
}

function createClaimChanges({ database }: { database: Database }, { find }: ClaimReading) {
  const callbackIds = createScatteredIds('operation');
  const nextId = () => drawId(callbackIds, database);

  async function say(caller: Caller, visit: Visit, reference: string, message: string) {
    const claim = await find(caller, reference);
    if (claim === null) return notFound;
    if (message.trim() === '') return refuseField('message', 'empty');
    const { accountId } = claim;
    return (await sayAboutClaim(database, {
      accountId,
      reference,
      message: message.trim(),
      by: claimActorOf(caller, visit),
    }))
      ? done
      : conflict;
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
    if ((to === 'RESOLVED' || to === 'REJECTED') && comment === undefined)
      return refuseField('comment', 'missing');
    const moved = await moveClaim(
      { database, nextId },
      { accountId: claim.accountId, reference, to, comment, by: claimActorOf(caller, visit) },
    );
    return moved.ok ? done : conflict;
  }

  return { say, move };
}

const claimActorOf = (
  { session: { user }, membership: { side } }: Caller,
  visit: Visit,
): ClaimActor => ({
  side,
  userId: user.id,
  who: actorOf(user, visit),
});
