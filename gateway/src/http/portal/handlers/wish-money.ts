// What do those see who decide about money, beside the amount? Where a settlement goes, and whether the bank's reference was booked before.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import type { Wish } from '../../../domain/approvals/index.ts';
import { listMovesOfReferences } from '../../../domain/ledger/index.ts';
import { listPayees, type FloatWish, type Payee, type SettlementWish } from '../../../domain/settlements/index.ts';

type Item = RouteAnswer<'GET operator/wishes'>['items'][number];
type Facts = Pick<Item, 'settlement' | 'bookedBefore'>;

const settlementOf = ({ parameters }: Wish): number | undefined => (parameters as Partial<SettlementWish>).settlementId;
const referenceOf = ({ kind, parameters }: Wish): string[] => (kind === 'float' ? [(parameters as FloatWish).reference] : []);

/** Of a page of wishes. */
export async function moneyFacts(database: Database, wishes: readonly Wish[]): Promise<(wish: Wish) => Facts> {
  const ids = wishes.flatMap((wish) => settlementOf(wish) ?? []);
  const [payees, moves] = await Promise.all([listPayees(database, ids), listMovesOfReferences(database, wishes.flatMap(referenceOf))]);
  return (wish) => {
    const payee = payees.get(settlementOf(wish) ?? 0);
    const [reference] = referenceOf(wish);
    const before = moves.find((move) => move.reference === reference && move.wishId !== wish.id);
    return { settlement: payee === undefined ? null : payeeItem(payee), bookedBefore: before?.madeAt.toISOString() ?? null };
  };
}

function payeeItem({ id, destination, fee, ...names }: Payee): NonNullable<Item['settlement']> {
  return {
    ...{ id, fee: toDecimalString(fee), askedBy: names.askedByName, scheduledBy: names.scheduledByName },
    ...{ addedBy: names.addedByName, confirmedBy: names.confirmedByName },
    destination: { ...destination, scheme: destination.scheme as NonNullable<Item['settlement']>['destination']['scheme'] },
  };
}
