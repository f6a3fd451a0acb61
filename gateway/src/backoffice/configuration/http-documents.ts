// Routes of the operator's documents: what is in force, its versions and what they changed.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { changesBetween, comparisonOf } from '../../platform/documents/index.ts';
import { listOpenDrafts, type Draft } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import {
  connectorsOf,
  currenciesOf,
  documentOf,
  servicesOf,
  type Documents,
} from './http-document-entries.ts';
import { destinationsOf } from './http-sms-destinations.ts';
import { notFound } from '../../platform/http/portal/refused.ts';

export function documentHandlers({ database }: { database: Database }, documents: Documents) {
  return {
    async 'GET operator/documents/:kind'({ params: { kind } }) {
      const document = documents[kind];
      const [newest, drafts] = await Promise.all([
        document.versions.newest(database),
        listOpenDrafts(database, document),
      ]);
      const inForce = newest === null ? document.empty : documentOf(newest.text);
      const answer = {
        version: newest?.version ?? 0,
        services: servicesOf(inForce),
        currencies: currenciesOf(inForce),
        connectors: connectorsOf(document, inForce),
        destinations: kind === 'sms-routing' ? destinationsOf(inForce) : [],
      };
      return { ok: true, answer: { ...answer, drafts: drafts.map(headOf) } };
    },
    async 'GET operator/documents/:kind/versions'({ params: { kind }, query: { after } }) {
      const page = { before: after === undefined ? null : Number(after), limit: pageRowsRead };
      const rows = await documents[kind].versions.list(database, page);
      const { rows: items, next } = cutPage(rows, ({ version }) => version);

      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'GET operator/documents/:kind/changes'({ params: { kind }, query: { from, to } }) {
      const { versions, parts, sources, empty } = documents[kind];
      const [before, after] = await Promise.all(
        [from, to].map((version) => versions.at(database, Number(version))),
      );
      if (after === null || after === undefined || (before === null && from !== '0'))
        return notFound;
      const old = typeof before === 'string' ? documentOf(before) : empty;
      return {
        ok: true,
        answer: { changes: changesBetween(old, documentOf(after), parts, comparisonOf(sources)) },
      };
    },
    async 'GET operator/documents/:kind/file'({ params: { kind }, query: { version } }) {
      const { versions } = documents[kind];
      const newest = version === undefined ? await versions.newest(database) : null;
      const text =
        version === undefined ? newest?.text : await versions.at(database, Number(version));
      if (text === null || text === undefined) return notFound;
      const name = `${kind}-${version ?? newest!.version}.json`;
      return {
        ok: true,
        file: { name, type: 'application/json; charset=utf-8', content: Buffer.from(text) },
      };
    },
  } satisfies Partial<Handlers>;
}

type Head = Omit<RouteResult<'GET operator/documents/:kind'>['drafts'][number], never>;

/** Summary of a draft, used in every list. */
export function headOf(draft: Draft): Head {
  const {
    id,
    title,
    base,
    revision,
    madeBy,
    changedBy,
    approvalRequestId,
    approvalRequestState,
    requestedRevision,
  } = draft;
  return {
    id,
    title,
    base,
    revision,
    madeBy,
    changedBy,
    madeAt: draft.madeAt,
    changedAt: draft.changedAt,
    approvalRequest:
      approvalRequestId === null
        ? null
        : {
            id: approvalRequestId,
            state: approvalRequestState ?? '',
            current: requestedRevision === revision,
          },
  };
}
