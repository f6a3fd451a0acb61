// Routes of what the operator earns: the sums of a period, and as a file.

import type { RouteQuery } from '@jokko/contract/portal';
import { noteAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { readNow } from '../../platform/db/now.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { cutPage, pageRows, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { refuseField } from '../../platform/http/portal/refused.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { revenueFile } from './revenue-file.ts';
import { sumRevenue, sumRevenueTotals } from './revenue.ts';

const dayMs = 86_400_000;
const daysByDefault = 30;
/** A year with its leap day: more would read the ledger for minutes. */
const daysMax = 366;

type Query = RouteQuery<'GET operator/revenue'>;

/** Null where it is no period, or one that is too long. */
async function periodOf(
  database: Database,
  { from, until }: Query,
): Promise<{ from: Date; until: Date } | null> {
  const end = until === undefined ? await readNow(database) : new Date(until);
  const begin =
    from === undefined ? new Date(end.getTime() - daysByDefault * dayMs) : new Date(from);
  const lengthMs = end.getTime() - begin.getTime();
  return lengthMs > 0 && lengthMs <= daysMax * dayMs ? { from: begin, until: end } : null;
}

export function revenueHandlers({ database }: { database: Database }, catalogue: () => Catalogue) {
  const titleOf = (code: string): string | null => catalogue().service(code)?.name ?? null;
  return {
    async 'GET operator/revenue'({ query, caller: { session } }) {
      const period = await periodOf(database, query);
      if (period === null) return refuseField('until', 'notAllowed');
      const { timeZone } = session.user;
      const after = Number(query.after ?? 0);
      const place = { after, limit: pageRowsRead };
      const { by = 'service' } = query;
      const [sums, totals] = await Promise.all([
        sumRevenue(database, by, { ...period, timeZone }, place),
        after === 0 ? sumRevenueTotals(database, period) : [],
      ]);
      const { rows, next } = cutPage(sums, () => after + pageRows);
      const items = rows.map((sum) => ({
        ...sum,
        title: by === 'service' ? titleOf(sum.name) : null,
      }));
      return { ok: true, answer: { ...period, items, totals, next } };
    },
    async 'GET operator/revenue/export'({ query, caller: { session }, visit }) {
      const period = await periodOf(database, query);
      if (period === null) return refuseField('until', 'notAllowed');
      const { by = 'service', form = 'plain' } = query;
      const { language, timeZone } = session.user;
      const sums = await sumRevenue(database, by, { ...period, timeZone });
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'revenue.export',
        new: { by, from: period.from.toISOString(), until: period.until.toISOString() },
      });
      return {
        ok: true,
        file: revenueFile({ by, sums, titleOf, ...period, language, timeZone }, form),
      };
    },
  } satisfies Partial<Handlers>;
}
