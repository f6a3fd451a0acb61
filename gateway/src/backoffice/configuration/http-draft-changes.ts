// Routes that edit a draft of an operator's document: entry by entry, as text, and brought up to
// date.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import { viewDraft, rebaseDraft, replaceEntry, replaceText, type Saved } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { configOf, type Documents } from './http-document-entries.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { depsIn, refused, reported } from './http-draft-messages.ts';

export function draftChangeHandlers({ database }: { database: Database }, documents: Documents) {
  const depsOf = depsIn(database, documents);
  return {
    async 'POST operator/drafts/service'({
      body: { id, revision, code, entry },
      caller: { session },
      visit,
    }) {
      const change = {
        id,
        revision,
        part: 'services',
        name: code,
        entry: entry === null ? null : writtenService(entry),
      };
      return savedOf(
        await replaceEntry(depsOf('catalogue', session.user, visit), change),
        'entry.code',
      );
    },
    async 'POST operator/drafts/connector'({
      body: { kind, id, revision, name, entry },
      caller: { session },
      visit,
    }) {
      const deps = depsOf(kind, session.user, visit);
      const view = await viewDraft(database, deps.document, id);
      if (view === null) return notFound;
      const config =
        entry === null ? null : configOf(deps.document, view.draft.document, name, entry);
      if (config !== null && !config.ok) return config;
      const change = {
        id,
        revision,
        part: deps.document.connectorPart,
        name,
        entry: config?.entry ?? null,
      };
      return savedOf(await replaceEntry(deps, change), 'entry.name');
    },
    async 'POST operator/drafts/text'({ body: { kind, ...change }, caller: { session }, visit }) {
      const saved = await replaceText(depsOf(kind, session.user, visit), change);
      if ('problems' in saved)
        return { ok: true, answer: { revision: null, problems: reported(saved.problems) } };
      return saved.ok
        ? { ok: true, answer: { revision: saved.revision, problems: [] } }
        : refused(saved);
    },
    async 'POST operator/drafts/rebase'({ body: { kind, ...step }, caller: { session }, visit }) {
      const rebased = await rebaseDraft(depsOf(kind, session.user, visit), step);
      if (rebased.ok) return { ok: true, answer: { revision: rebased.revision } };
      const { refusal } = rebased;
      return refusal === 'outdated'
        ? { ok: true, answer: { revision: null } }
        : refused({ ok: false, refusal });
    },
  } satisfies Partial<Handlers>;
}

/** `named`: the field that holds the entry's name. */
function savedOf(saved: Saved, named: string) {
  if (saved.ok) return { ok: true as const, answer: { revision: saved.revision } };
  if (saved.refusal === 'taken')
    return {
      ok: false as const,
      refusal: 'invalid' as const,
      fields: [{ field: named, problem: 'notAllowed' as const }],
    };
  return refused(saved);
}

const wholeNumber = /^\d{1,15}$/;

const plain = (text: string): number | string => (wholeNumber.test(text) ? Number(text) : text);

/** Whole amounts are written as numbers, as people write them in a file. */
function writtenService(entry: RouteResult<'GET operator/documents/:kind'>['services'][number]): {
  [member: string]: unknown;
} {
  const amounts = [
    'minimum',
    'maximum',
    'multipleOf',
    'messagePrice',
    'dailyMaximum',
    'weeklyMaximum',
    'monthlyMaximum',
    'percent',
    'fixed',
  ];
  const written = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]: [string, unknown]) => {
        if (typeof member === 'string' && amounts.includes(name)) return [name, plain(member)];
        return [
          name,
          name === 'price' && typeof member === 'object' && member !== null
            ? written(member)
            : member,
        ];
      }),
    );
  return written(entry) as { [member: string]: unknown };
}
