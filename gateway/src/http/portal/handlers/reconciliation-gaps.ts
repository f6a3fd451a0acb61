// Routes of the gaps of a statement file: a page of them, one with what was said, all as a file, and what a person says.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import { noteAudit } from '../../../domain/audit/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import { findFile, findGap, listGaps, noteGap, type Gap } from '../../../domain/reconciliation/index.ts';
import { csvOf, headingsOf, type Cell } from '../csv.ts';
import type { Handlers } from '../handler.ts';
import { notFound, uploaderOf } from './reconciliation.ts';

type ShownGap = RouteAnswer<'GET operator/reconciliation/:id/gaps'>['items'][number];

const pageRows = 50;
const exportRows = 500;

export function reconciliationGapHandlers({ database }: PeopleDeps) {
  return {
    async 'GET operator/reconciliation/:id/gaps'({ params, query }) {
      const place = { fileId: Number(params.id), class: query.class ?? null, state: query.state ?? null };
      const gaps = await listGaps(database, {
        ...place,
        after: query.after === undefined ? null : Number(query.after),
        limit: pageRows + 1,
      });
      const items = gaps.slice(0, pageRows).map(gapOf);
      return { ok: true, answer: { items, next: gaps.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'GET operator/reconciliation/:id/export'({ params, query, caller: { live }, visit }) {
      const file = await findFile(database, Number(params.id));
      if (file === null) return notFound;
      const told = { class: query.class ?? null, state: query.state ?? null };
      const subject = `reconciliation/${file.id}`;
      await noteAudit(database, { who: personOf(live.person, visit), action: 'reconciliation.export', subject, new: told });
      const { language, timeZone } = live.person;
      const form = query.form ?? 'plain';
      const content = csvOf({ form, timeZone }, headingsOf(headings, form, language), rowsOf(file.id, told));
      return { ok: true, file: { name: `gaps-${file.route}-${file.id}.csv`, type: 'text/csv; charset=utf-8', content } };
    },
    async 'GET operator/reconciliation-gaps/:id'({ params }) {
      const found = await findGap(database, Number(params.id));
      if (found === null) return notFound;
      const notes = found.notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
      return { ok: true, answer: { ...gapOf(found.gap), fileId: found.gap.fileId, notes } };
    },
    async 'POST operator/reconciliation-gaps/note'({ body: { id, to, note, wishId }, caller: { live }, visit }) {
      if (note.trim() === '') return { ok: false, refusal: 'invalid', fields: [{ field: 'note', problem: 'empty' }] };
      const noted = await noteGap(database, { id, to, note: note.trim(), wishId, by: uploaderOf(live.person, visit) });
      if (noted.ok) return { ok: true, answer: {} };
      if (noted.refusal === 'unknown') return notFound;
      return { ok: false, refusal: 'invalid', fields: [{ field: 'wishId', problem: 'notAllowed' }] };
    },
  } satisfies Partial<Handlers>;

  async function* rowsOf(fileId: number, { class: name, state }: Pick<Parameters<typeof listGaps>[1], 'class' | 'state'>) {
    for (let after: number | null = null; ;) {
      const gaps: Gap[] = await listGaps(database, { fileId, class: name, state, after, limit: exportRows });
      if (gaps.length === 0) return;
      yield gaps.map(cellsOf);
      after = gaps.at(-1)!.id;
    }
  }
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;
/** Stored as text of ten-thousandths. */
const decimalText = (amount: string | null): string | null => (amount === null ? null : toDecimalString(BigInt(amount)));
/** PostgreSQL writes times its own way. */
const instantOf = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

function gapOf(gap: Gap): ShownGap {
  const { id, class: name, line, accountId, accountName, operationId, currency, state } = gap;
  const { theirs, ours } = gap.evidence;
  return {
    ...{ id, class: name, line, accountId, accountName, currency, state, transactionId: operationId === null ? null : String(operationId) },
    ...{ theirs: toDecimalString(gap.theirs), ours: toDecimalString(gap.ours), difference: toDecimalString(gap.theirs - gap.ours) },
    ...{ foundAt: gap.foundAt.toISOString(), changedAt: timeOf(gap.changedAt) },
    evidence: {
      theirs: theirs && {
        ...theirs,
        ...{ amount: decimalText(theirs.amount), fee: decimalText(theirs.fee), feeAgreed: decimalText(theirs.feeAgreed) },
        ...{ at: instantOf(theirs.at), status: theirs.status as NonNullable<ShownGap['evidence']['theirs']>['status'] },
      },
      ours: ours && {
        ...ours,
        ...{ amount: toDecimalString(BigInt(ours.amount)), sentAt: instantOf(ours.sentAt), knownAt: instantOf(ours.knownAt) },
      },
    },
  };
}

const headings = {
  fr: [
    ...['Écart', 'Classe', 'État', 'Ligne', 'Développeur', 'Transaction', 'Notre référence', 'Référence du fournisseur', 'Devise'],
    ...['Chez eux', 'Chez nous', 'Différence', 'Frais', 'Frais convenus', 'Leur date', 'Leur état', 'Notre état', 'Illisible'],
  ],
  en: [
    ...['Gap', 'Class', 'State', 'Row', 'Developer', 'Transaction', 'Our reference', 'Provider reference', 'Currency'],
    ...['Theirs', 'Ours', 'Difference', 'Fee', 'Agreed fee', 'Their time', 'Their status', 'Our state', 'Unreadable'],
  ],
  plain: [
    ...['gap', 'class', 'state', 'row', 'account_name', 'transaction_id', 'our_reference', 'provider_reference', 'currency'],
    ...['theirs', 'ours', 'difference', 'fee', 'agreed_fee', 'their_time', 'their_status', 'our_state', 'unreadable'],
  ],
};

const minor = (amount: string | null | undefined): Cell => (amount === null || amount === undefined ? null : { amount: BigInt(amount) });
const digits = (text: string | null | undefined): Cell => (text === null || text === undefined ? null : { digits: text });

function cellsOf(gap: Gap): Cell[] {
  const { theirs, ours } = gap.evidence;
  return [
    ...[digits(String(gap.id)), gap.class, gap.state, gap.line === null ? null : digits(String(gap.line)), gap.accountName],
    ...[digits(gap.operationId === null ? null : String(gap.operationId)), digits(theirs?.ourReference)],
    ...[digits(theirs?.providerReference ?? ours?.providerReference), gap.currency],
    ...[{ amount: gap.theirs }, { amount: gap.ours }, { amount: gap.theirs - gap.ours }, minor(theirs?.fee), minor(theirs?.feeAgreed)],
    ...[theirs?.at == null ? null : { at: new Date(theirs.at) }, theirs?.status ?? null, ours?.state ?? null, theirs?.problem ?? null],
  ];
}
