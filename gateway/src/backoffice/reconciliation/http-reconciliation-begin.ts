// Route that starts the reading of an uploaded statement file with its mapping, its period and its
// balances.

import { decimalsKept, parseAmount } from '@jokko/contract';
import type { RouteBody } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { beginFile } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { uploaderOf } from './http-uploader.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { wrong } from './http-reconciliation-wrong.ts';
import type { Period } from './upload.ts';

type Body = RouteBody<'POST operator/reconciliation/begin'>;

export function reconciliationBeginHandlers(
  { database }: { database: Database },
  catalogue: () => Catalogue,
) {
  const isRoute = (name: string): boolean =>
    catalogue().routes.some((route) => route.name === name);
  return {
    async 'POST operator/reconciliation/begin'({ body, caller: { session }, visit }) {
      const { id, mapping } = body;
      const period = periodOf(body);
      if (period === undefined) return wrong('until');
      if (!mapping.routes.every(isRoute)) return wrong('routes');
      const unread = body.balances.findIndex((each) =>
        [each.opening, each.closing].some((text) => text !== null && minor(text) === null),
      );
      if (unread !== -1) return wrong(`balances.${unread}`, 'tooLarge');
      const begun = await beginFile(database, {
        id,
        mapping,
        period,
        balances: balancesOf(body.balances),
        by: uploaderOf(session.user, visit),
      });
      if (begun.ok) return { ok: true, answer: { same: null, faults: [] } };
      if (begun.refusal === 'sameFile') return { ok: true, answer: { same: begun.id, faults: [] } };
      if (begun.refusal === 'mapping')
        return { ok: true, answer: { same: null, faults: begun.fields } };
      if (begun.refusal === 'unknown') return notFound;
      return wrong('file', begun.refusal === 'empty' ? 'empty' : 'notAllowed');
    },
  } satisfies Partial<Handlers>;
}

/**
 * Null: that of the days in the file. Undefined: one end is missing or no date, or nothing lies
 * between them.
 */
function periodOf({ from, until }: Body): Period | null | undefined {
  if (from === null && until === null) return null;
  const period = { from: new Date(from ?? Number.NaN), until: new Date(until ?? Number.NaN) };
  return period.from < period.until ? period : undefined;
}

const minor = (text: string | null): bigint | null =>
  text === null ? null : parseAmount(text, decimalsKept);

/** The last one of each currency. */
function balancesOf(balances: Body['balances']) {
  const byCurrency = new Map(
    balances.map(({ currency, opening, closing }) => [
      currency,
      { opening: minor(opening), closing: minor(closing) },
    ]),
  );
  return [...byCurrency].map(([currency, each]) => ({ currency, ...each }));
}
