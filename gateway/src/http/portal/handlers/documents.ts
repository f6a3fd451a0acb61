// Routes of the operator's documents: what is in force, its versions and what they changed.

import type { RouteAnswer } from '@jokko/contract/portal';
import { changesBetween, comparisonOf } from '../../../domain/documents/index.ts';
import { listOpenDrafts, type Draft } from '../../../domain/drafts/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { connectorsOf, currenciesOf, documentOf, servicesOf, type Documents } from './document-entries.ts';

const pageRows = 50;
const notFound: Refused = { ok: false, refusal: 'notFound' };

export function documentHandlers({ database }: PeopleDeps, documents: Documents) {
  return {
    async 'GET operator/documents/:kind'({ params: { kind } }) {
      const document = documents[kind];
      const [newest, drafts] = await Promise.all([document.versions.newest(database), listOpenDrafts(database, document)]);
      const inForce = newest === null ? document.empty : documentOf(newest.text);
      const answer = {
        version: newest?.version ?? 0,
        services: servicesOf(inForce),
        currencies: currenciesOf(inForce),
        connectors: connectorsOf(document, inForce),
      };
      return { ok: true, answer: { ...answer, drafts: drafts.map(headOf) } };
    },
    async 'GET operator/documents/:kind/versions'({ params: { kind }, query: { after } }) {
      const page = { before: after === undefined ? null : Number(after), limit: pageRows + 1 };
      const rows = await documents[kind].versions.list(database, page);
      const items = rows.slice(0, pageRows).map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
      return { ok: true, answer: { items, next: rows.length > pageRows ? String(items.at(-1)!.version) : null } };
    },
    async 'GET operator/documents/:kind/changes'({ params: { kind }, query: { from, to } }) {
      const { versions, parts, sources, empty } = documents[kind];
      const [before, after] = await Promise.all([from, to].map((version) => versions.at(database, Number(version))));
      if (after === null || after === undefined || (before === null && from !== '0')) return notFound;
      const old = typeof before === 'string' ? documentOf(before) : empty;
      return { ok: true, answer: { changes: changesBetween(old, documentOf(after), parts, comparisonOf(sources)) } };
    },
    async 'GET operator/documents/:kind/file'({ params: { kind }, query: { version } }) {
      const { versions } = documents[kind];
      const newest = version === undefined ? await versions.newest(database) : null;
      const text = version === undefined ? newest?.text : await versions.at(database, Number(version));
      if (text === null || text === undefined) return notFound;
      const name = `${kind}-${version ?? newest!.version}.json`;
      return { ok: true, file: { name, type: 'application/json; charset=utf-8', content: Buffer.from(text) } };
    },
  } satisfies Partial<Handlers>;
}

type Head = Omit<RouteAnswer<'GET operator/documents/:kind'>['drafts'][number], never>;

/** What is told of a draft wherever it is named. */
export function headOf(draft: Draft): Head {
  const { id, title, base, revision, madeBy, changedBy, wishId, wishState, wishedRevision } = draft;
  return {
    ...{ id, title, base, revision, madeBy, changedBy, madeAt: draft.madeAt.toISOString(), changedAt: draft.changedAt.toISOString() },
    wish: wishId === null ? null : { id: wishId, state: wishState ?? '', current: wishedRevision === revision },
  };
}
