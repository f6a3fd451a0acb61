// Routes of balances and statements. They show the whole account, so a user who is limited to some
// countries may not read them.

import { ledgerKindOf } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { effectOf, readBounds, readStatement, type StatementLine } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { refuseField } from '../../platform/http/portal/refused.ts';
import { balancesOf, periodOf } from './http-statement-period.ts';
import { statementExportHandlers } from './http-statement-export.ts';

export function statementHandlers({ database }: { database: Database }) {
  return {
    async 'GET balance'({ caller: { membership } }) {
      const rows = await balancesOf(database, membership.accountId);
      const balances = rows.map(({ currency, available, held }) => ({
        currency,
        available,
        held,
      }));
      return { ok: true, answer: { balances } };
    },
    async 'GET statement'({ query, caller: { membership } }) {
      const period = await periodOf(database, membership.accountId, query);
      if (!period.ok) return period;
      if (query.after !== undefined && !/^\d{1,18}$/.test(query.after))
        return refuseField('after', 'notAllowed');
      const before = query.after === undefined ? null : BigInt(query.after);
      const [lines, bounds] = await Promise.all([
        readStatement(database, period.value, before, pageRowsRead),
        readBounds(database, period.value),
      ]);
      const { rows: shown, next } = cutPage(lines, ({ id }) => id);
      return {
        ok: true,
        answer: {
          currency: period.value.currency,
          opening: bounds.opening,
          closing: bounds.closing,
          items: shown.map(itemOf),
          next,
        },
      };
    },
    ...statementExportHandlers({ database }),
  } satisfies Partial<Handlers>;
}

function itemOf(line: StatementLine) {
  const { available, held } = effectOf(line);
  return {
    id: String(line.id),
    at: line.at,
    verb: line.verb,
    kind: ledgerKindOf(line),
    note: line.note,
    transactionId: line.operationId,
    smsBatchId: line.smsBatchId,
    settlementId: line.settlementId,
    amount: line.amount,
    available,
    held,
    availableAfter: line.availableAfter,
  };
}
