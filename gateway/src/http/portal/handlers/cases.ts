// Routes of cases. What is asked for is only a wish: the domain carries it out when another person has approved it.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Decider, WishKinds } from '../../../domain/approvals/index.ts';
import {
  askToClose,
  askToResolve,
  closeRefusal,
  findWaitingWish,
  listCases,
  readCorrected,
  readStanding,
} from '../../../domain/cases/index.ts';
import type { Asked, Case, Corrected, ListedCase } from '../../../domain/cases/index.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import type { Operation } from '../../../domain/operations/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused, SignedInPerson, Visit } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { servicesSeenBy } from './transaction-filter.ts';
import { findSeen } from './transaction-reading.ts';

type Item = RouteAnswer<'GET operator/cases'>['items'][number];
type Found = RouteAnswer<'GET operator/cases/:account/:id'>;

const pageRows = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };
const wrong = (field: string, problem: 'missing' | 'empty'): Refused => ({ ok: false, refusal: 'invalid', fields: [{ field, problem }] });
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const deciderOf = (person: SignedInPerson, visit: Visit): Decider => ({ personId: person.id, who: personOf(person, visit) });

export function caseHandlers(people: PeopleDeps, kinds: WishKinds, catalogue: () => Catalogue) {
  const { database } = people;
  const deps = { database, kinds };
  return {
    async 'GET operator/cases'({ query: { of = 'open', kind, account, after }, caller: { membership } }) {
      const present = catalogue();
      const rows = await listCases(database, {
        ...{ of, kind: kind ?? null, accountId: account === undefined ? null : Number(account) },
        ...{ services: servicesSeenBy(membership, present), after: placeOf(after), limit: pageRows + 1 },
      });
      const shown = rows.slice(0, pageRows);
      const last = shown.at(-1);
      const next =
        rows.length > pageRows && last !== undefined ? `${last.placeUs}-${last.accountId}-${last.id ?? last.transactionId}` : null;
      return { ok: true, answer: { items: shown.map((row) => itemOf(row, present)), next } };
    },
    async 'GET operator/cases/:account/:id'({ params, caller: { membership } }) {
      const key = { accountId: Number(params.account), id: params.id };
      if ((await findSeen({ people, catalogue }, key, membership)) === null) return notFound;
      const [standing, corrected, waiting] = await Promise.all([
        readStanding(database, key),
        readCorrected(database, key),
        findWaitingWish(database, key),
      ]);
      if (standing === null) return notFound;
      const { operation, undecided, cases } = standing;
      const answer: Found = {
        cases: cases.map((each) => caseOf(each, operation, corrected)),
        undecided:
          undecided === null
            ? null
            : {
                ...{ purpose: undecided.purpose, attempt: undecided.number, ours: undecided.refs.ours },
                sentAt: undecided.sentAt.toISOString(),
              },
        ...{ suspense: toDecimalString(corrected.suspended), currency: operation.facts.currency, waiting },
      };
      return { ok: true, answer };
    },
    async 'POST operator/cases/resolve'({ body, caller: { live, membership }, visit }) {
      const { reference, ground = null, reason, ...order } = body;
      if ((await findSeen({ people, catalogue }, order, membership)) === null) return notFound;
      const said = { reference: reference?.trim() || null, ground, reason: reason.trim() };
      if (said.reason === '') return wrong('reason', 'empty');
      return answerOf(await askToResolve(deps, deciderOf(live.person, visit), { ...order, ...said }));
    },
    async 'POST operator/cases/close'({ body: { bearer = null, reason, ...order }, caller: { live, membership }, visit }) {
      if ((await findSeen({ people, catalogue }, order, membership)) === null) return notFound;
      if (reason.trim() === '') return wrong('reason', 'empty');
      return answerOf(await askToClose(deps, deciderOf(live.person, visit), { ...order, bearer, reason: reason.trim() }));
    },
  } satisfies Partial<Handlers>;
}

function answerOf(asked: Asked) {
  if (asked.ok) return { ok: true as const, answer: { id: asked.wishId, refusal: null } };
  switch (asked.refusal) {
    case 'notFound':
      return notFound;
    case 'referenceMissing':
      return wrong('reference', 'missing');
    case 'groundMissing':
      return wrong('ground', 'missing');
    default:
      return { ok: true as const, answer: { id: null, refusal: asked.refusal } };
  }
}

function placeOf(after: string | undefined) {
  const [placeUs, accountId, id] = after?.split('-') ?? [];
  return id === undefined ? null : { placeUs: placeUs!, accountId: Number(accountId), id };
}

function itemOf(row: ListedCase, catalogue: Catalogue): Item {
  const { id: caseId, kind, accountId, accountName, transactionId, direction, route, currency, state, resolution } = row;
  return {
    ...{ caseId, kind, accountId, accountName, transactionId, direction, route, currency, state, resolution },
    serviceName: catalogue.service(row.codeService)?.name ?? row.codeService,
    amount: toDecimalString(row.amount),
    openedAt: row.openedAt.toISOString(),
    closedAt: iso(row.closedAt),
  };
}

function caseOf(each: Case, operation: Operation, corrected: Corrected): Found['cases'][number] {
  const { id: caseId, kind, evidence, resolution, note, wishId } = each;
  const may = (how: 'booked' | 'explained') => each.closedAt === null && closeRefusal(each, operation, corrected, how) === null;
  return {
    ...{ caseId, kind, evidence, resolution, note, wishId },
    ...{ openedAt: each.openedAt.toISOString(), closedAt: iso(each.closedAt) },
    ...{ mayBook: may('booked'), mayExplain: may('explained') },
  };
}
