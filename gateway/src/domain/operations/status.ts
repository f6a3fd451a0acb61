// Where does an operation stand, by the client's own id? Look-ups that arrive together share one statement.

import type { Session, Statement } from '../../db/database.ts';
import { createGatherer } from '../../db/gather.ts';
import type { State } from './states.ts';

export interface StatusView {
  id: bigint;
  state: State;
  stage: 'payer' | 'provider' | null;
  direction: 'DEBIT' | 'CREDIT';
  amount: bigint;
  errorId: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface StatusReader {
  find(accountId: number, externalId: string): Promise<StatusView | null>;
}

const batchMax = 256;

const selectStatuses: Statement = {
  name: 'select_statuses',
  text: `
    select k.n::integer as n, o.id, o.state, o.stage, o.direction, o.amount, o.error_id as "errorId",
      o.created_at as "createdAt", o.updated_at as "updatedAt"
    from unnest($1::integer[], $2::text[]) with ordinality as k(account_id, external_id, n)
    join operation o on o.account_id = k.account_id and o.external_id = k.external_id`,
};

export function createStatusReader(session: Session): StatusReader {
  const gatherer = createGatherer<{ accountId: number; externalId: string }, StatusView | null>(batchMax, async (batch) => {
    const rows = await session.query<StatusView & { n: number }>(selectStatuses, [
      batch.map(({ item }) => item.accountId),
      batch.map(({ item }) => item.externalId),
    ]);
    const found = new Map(rows.map((row) => [row.n, row]));
    batch.forEach((entry, index) => entry.resolve(found.get(index + 1) ?? null));
  });
  return { find: (accountId, externalId) => gatherer.submit({ accountId, externalId }) };
}
