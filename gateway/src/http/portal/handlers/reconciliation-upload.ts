// Routes by which a statement file comes in: its pieces, how it would be read, and the word that it counts.

import { parseAmount, toDecimalString } from '@jokko/contract';
import type { RouteAnswer, RouteBody } from '@jokko/contract/portal';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import { addPiece, beginFile, previewFile, startUpload, type StatementLine } from '../../../domain/reconciliation/index.ts';
import type { Handlers } from '../handler.ts';
import { notFound, uploaderOf } from './reconciliation.ts';

type Line = RouteAnswer<'POST operator/reconciliation/preview'>['lines'][number];
type Balances = RouteBody<'POST operator/reconciliation/begin'>['balances'];

const decimalsKept = 4;
const wrong = (field: string, problem: 'notAllowed' | 'empty' | 'tooLarge' = 'notAllowed'): Refused => ({
  ...{ ok: false, refusal: 'invalid', fields: [{ field, problem }] },
});

export function reconciliationUploadHandlers({ database }: PeopleDeps, catalogue: () => Catalogue) {
  const isRoute = (name: string): boolean => catalogue().routes.some((route) => route.name === name);
  return {
    async 'POST operator/reconciliation/upload'({ body: { route, name }, caller: { live }, visit }) {
      if (!isRoute(route)) return wrong('route');
      return { ok: true, answer: { id: await startUpload(database, { route, name, by: uploaderOf(live.person, visit) }) } };
    },
    async 'POST operator/reconciliation/piece'({ query: { id, number }, body }) {
      const taken = await addPiece(database, { id: Number(id), number: Number(number), bytes: body });
      if (taken === 'unknown') return notFound;
      return taken === 'taken' ? { ok: true, answer: {} } : { ok: false, refusal: 'tooLarge' };
    },
    async 'POST operator/reconciliation/preview'({ body: { id, mapping }, caller: { live } }) {
      const previewed = await previewFile(database, id, mapping, live.person.timeZone);
      if (!previewed.ok)
        return previewed.refusal === 'unknown' ? notFound : wrong('file', previewed.problem === 'empty' ? 'empty' : 'notAllowed');
      const { isKept: _, lines, ...preview } = previewed.preview;
      return { ok: true, answer: { ...preview, lines: lines.map(lineOf) } };
    },
    async 'POST operator/reconciliation/begin'({ body, caller: { live }, visit }) {
      const { id, mapping } = body;
      const [from, until] = [dateOf(body.from), dateOf(body.until)];
      if ((from === null) !== (until === null) || (from !== null && until !== null && !(from < until))) return wrong('until');
      if (!mapping.routes.every(isRoute)) return wrong('routes');
      const unread = body.balances.findIndex((each) => [each.opening, each.closing].some((text) => text !== null && minor(text) === null));
      if (unread !== -1) return wrong(`balances.${unread}`, 'tooLarge');
      const period = from === null || until === null ? null : { from, until };
      const begun = await beginFile(database, {
        id,
        mapping,
        period,
        balances: balancesOf(body.balances),
        by: uploaderOf(live.person, visit),
      });
      if (begun.ok) return { ok: true, answer: { same: null, faults: [] } };
      if (begun.refusal === 'sameFile') return { ok: true, answer: { same: begun.id, faults: [] } };
      if (begun.refusal === 'mapping') return { ok: true, answer: { same: null, faults: begun.fields } };
      if (begun.refusal === 'unknown') return notFound;
      return wrong('file', begun.refusal === 'empty' ? 'empty' : 'notAllowed');
    },
  } satisfies Partial<Handlers>;
}

function dateOf(text: string | null): Date | null {
  const at = text === null ? null : new Date(text);
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

const minor = (text: string | null): bigint | null => (text === null ? null : parseAmount(text, decimalsKept));

/** One for each currency: the last one told. */
function balancesOf(balances: Balances) {
  const byCurrency = new Map(
    balances.map(({ currency, opening, closing }) => [currency, { opening: minor(opening), closing: minor(closing) }]),
  );
  return [...byCurrency].map(([currency, each]) => ({ currency, ...each }));
}

const decimal = (amount: bigint | null): string | null => (amount === null ? null : toDecimalString(amount));

function lineOf({ amount, fee, feeAgreed, at, said: _, ...line }: StatementLine): Line {
  return { ...line, amount: decimal(amount), fee: decimal(fee), feeAgreed: decimal(feeAgreed), at: at?.toISOString() ?? null };
}
