// Reads the status of an operation by the client's own id. Concurrent reads share one statement.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { createGatherer } from '../../../platform/db/gather.ts';
import { findForgottenStatuses } from './forgotten.ts';
import type { StatusView } from './status-view.ts';

export interface StatusReader {
  /**
   * Also of a payment that a restored database has forgotten and cannot make again yet: UNKNOWN.
   */
  find(accountId: number, externalId: string): Promise<StatusView | null>;
}

const groupMax = 256;

const selectStatuses: Statement = {
  name: 'select_statuses',
  text: `
    select k.n::integer as n, o.id, o.state, o.stage, o.direction, o.amount,
      o.error_id as "errorId", o.voucher,
      o.created_at as "createdAt", o.updated_at as "updatedAt"
    from unnest($1::integer[], $2::text[]) with ordinality as k(account_id, external_id, n)
    join operation o on o.account_id = k.account_id and o.external_id = k.external_id`,
};

export function createStatusReader(session: Session): StatusReader {
  const gatherer = createGatherer<{ accountId: number; externalId: string }, StatusView | null>(
    groupMax,
    async (group) => {
      const rows = await session.query<StatusView & { n: number }>(selectStatuses, [
        group.map(({ item }) => item.accountId),
        group.map(({ item }) => item.externalId),
      ]);
      const found = new Map(rows.map((row) => [row.n, row]));
      const missing = group.filter((entry, index) => {
        const row = found.get(index + 1);
        if (row !== undefined) entry.resolve(row);
        return row === undefined;
      });
      if (missing.length === 0) return;
      const forgotten = await findForgottenStatuses(
        session,
        missing.map(({ item }) => item),
      );
      missing.forEach((entry, index) => entry.resolve(forgotten[index]!));
    },
  );
  return { find: (accountId, externalId) => gatherer.submit({ accountId, externalId }) };
}
