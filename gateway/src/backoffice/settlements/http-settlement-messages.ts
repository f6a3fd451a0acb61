// Presents settlements and destinations in the portal's interface.

import { ledgerKindOf } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { effectOf, readTransfersOfSettlement } from '../../payments/ledger/index.ts';
import {
  findSettlement,
  type Destination,
  type Settlement,
  type SettlementDecided,
} from './index.ts';
import {
  conflict,
  notFound,
  refuseField,
  type Refused,
} from '../../platform/http/portal/refused.ts';

type Item = RouteResult<'GET settlements'>['items'][number];
type Advice = RouteResult<'GET settlements/:id'>;
type DestinationItem = RouteResult<'GET settlements/terms'>['destinations'][number];

export function settlementItem(settlement: Settlement): Item {
  const { id, currency, state, reference, valueDate, reason, askedByName, destination } =
    settlement;
  return {
    id,
    currency,
    state,
    reference,
    valueDate,
    reason,
    askedBy: askedByName,
    destination: { ...destination, scheme: destination.scheme as Item['destination']['scheme'] },
    amount: settlement.amount,
    fee: settlement.fee,
    requestedAt: settlement.requestedAt,
    approvedAt: settlement.approvedAt,
    paidAt: settlement.paidAt,
    endedAt: settlement.endedAt,
  };
}

/** Null when there is none, or when it is of another account; `accountId` null: of any. */
export async function findAdvice(
  database: Database,
  id: number,
  accountId: number | null,
): Promise<Advice | null> {
  const settlement = await findSettlement(database, id);
  if (settlement === null || (accountId !== null && settlement.accountId !== accountId))
    return null;
  const entries = (await readTransfersOfSettlement(database, settlement.accountId, id)).map(
    (line) => {
      const { available, held } = effectOf(line);
      return {
        id: String(line.id),
        at: line.at,
        verb: line.verb,
        kind: ledgerKindOf(line),
        available,
        held,
        availableAfter: line.availableAfter,
      };
    },
  );
  return {
    ...settlementItem(settlement),
    accountId: settlement.accountId,
    accountName: settlement.accountName,
    entries,
  };
}

export function destinationItem(destination: Destination, userId: number): DestinationItem {
  const {
    id,
    kind,
    holder,
    institution,
    country,
    scheme,
    number,
    addedByName,
    confirmedByName,
    usable,
  } = destination;
  return {
    id,
    kind,
    holder,
    institution,
    country,
    scheme,
    number,
    usable,
    addedBy: addedByName,
    confirmedBy: confirmedByName,
    own: destination.addedBy === userId,
    addedAt: destination.addedAt,
    confirmedAt: destination.confirmedAt,
    usableFrom: destination.usableFrom,
  };
}

/** What the portal answers to a decision. */
export function decisionAnswer(decided: SettlementDecided): { ok: true; answer: object } | Refused {
  if (decided.ok) return { ok: true, answer: {} };
  switch (decided.refusal) {
    case 'not found':
      return notFound;
    case 'value date':
      return refuseField('valueDate', 'invalidDate');
    case 'too late':
    case 'own request':
    case 'settlement changed':
    case 'destination removed':
      return conflict;
  }
}
