// How do settlements and destinations look in the portal's interface?

import { ledgerKindOf, toDecimalString } from '@jokko/contract';
import type { PortalFieldProblem, RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import { effectOf, readTransfersOfSettlement } from '../../../domain/ledger/index.ts';
import type { Refused } from '../../../domain/people/index.ts';
import { findSettlement, type Destination, type Settlement, type SettlementDecided } from '../../../domain/settlements/index.ts';

type Item = RouteAnswer<'GET settlements'>['items'][number];
type Advice = RouteAnswer<'GET settlements/:id'>;
type DestinationItem = RouteAnswer<'GET settlements/terms'>['destinations'][number];

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export const wrongField = (field: string, problem: PortalFieldProblem): Refused => ({
  ok: false,
  refusal: 'invalid',
  fields: [{ field, problem }],
});

export function settlementItem(settlement: Settlement): Item {
  const { id, currency, state, reference, valueDate, reason, askedByName, destination } = settlement;
  return {
    ...{ id, currency, state, reference, valueDate, reason, askedBy: askedByName },
    destination: { ...destination, scheme: destination.scheme as Item['destination']['scheme'] },
    amount: toDecimalString(settlement.amount),
    fee: toDecimalString(settlement.fee),
    requestedAt: settlement.requestedAt.toISOString(),
    approvedAt: timeOf(settlement.approvedAt),
    paidAt: timeOf(settlement.paidAt),
    endedAt: timeOf(settlement.endedAt),
  };
}

/** Null when there is none, or when it is of another account; `accountId` null: of any. */
export async function findAdvice(database: Database, id: number, accountId: number | null): Promise<Advice | null> {
  const settlement = await findSettlement(database, id);
  if (settlement === null || (accountId !== null && settlement.accountId !== accountId)) return null;
  const entries = (await readTransfersOfSettlement(database, settlement.accountId, id)).map((line) => {
    const { available, held } = effectOf(line);
    return {
      ...{ id: String(line.id), at: line.at.toISOString(), verb: line.verb, kind: ledgerKindOf(line) },
      ...{ available: toDecimalString(available), held: toDecimalString(held), availableAfter: toDecimalString(line.availableAfter) },
    };
  });
  return { ...settlementItem(settlement), accountId: settlement.accountId, accountName: settlement.accountName, entries };
}

export function destinationItem(destination: Destination, personId: number): DestinationItem {
  const { id, kind, holder, institution, country, scheme, number, addedByName, confirmedByName, usable } = destination;
  return {
    ...{ id, kind, holder, institution, country, scheme, number, usable },
    ...{ addedBy: addedByName, confirmedBy: confirmedByName, own: destination.addedBy === personId },
    addedAt: destination.addedAt.toISOString(),
    confirmedAt: timeOf(destination.confirmedAt),
    usableFrom: timeOf(destination.usableFrom),
  };
}

/** What the portal answers to a decision. */
export function decisionAnswer(decided: SettlementDecided): { ok: true; answer: object } | Refused {
  if (decided.ok) return { ok: true, answer: {} };
  switch (decided.refusal) {
    case 'not found':
      return { ok: false, refusal: 'notFound' };
    case 'value date':
      return wrongField('valueDate', 'invalidDate');
    case 'too late':
    case 'own request':
    case 'settlement changed':
    case 'destination removed':
      return { ok: false, refusal: 'conflict' };
  }
}
