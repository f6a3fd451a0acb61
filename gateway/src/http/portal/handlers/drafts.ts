// Routes of drafts of the operator's documents: they are begun, looked at, edited entry by entry, brought up to date and put in force.

import type { documentKinds, RouteAnswer } from '@jokko/contract/portal';
import type { WishKinds } from '../../../domain/approvals/index.ts';
import { formatDocument, type DocumentProblem } from '../../../domain/documents/index.ts';
import {
  dropDraft,
  lookAtDraft,
  openDraft,
  openDraftOfText,
  publishDraft,
  rebaseDraft,
  replaceEntry,
  replaceText,
  type DraftDeps,
  type Saved,
} from '../../../domain/drafts/index.ts';
import { personOf, type PeopleDeps, type Refused, type SignedInPerson, type Visit } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { configOf, connectorsOf, currenciesOf, servicesOf, type Documents } from './document-entries.ts';
import { headOf } from './documents.ts';

type Kind = (typeof documentKinds)[number];

const notFound: Refused = { ok: false, refusal: 'notFound' };

export function draftHandlers({ database }: PeopleDeps, documents: Documents) {
  const depsOf = depsIn(database, documents);
  return {
    async 'POST operator/drafts'({ body: { kind, title, from }, caller: { live }, visit }) {
      const id = await openDraft(depsOf(kind, live.person, visit), { title: title.trim() || kind, from });
      return id === null ? notFound : { ok: true, answer: { id } };
    },
    async 'POST operator/drafts/import'({ body: { kind, title, text }, caller: { live }, visit }) {
      const opened = await openDraftOfText(depsOf(kind, live.person, visit), { title: title.trim() || kind, text });
      return { ok: true, answer: opened.ok ? { id: opened.id, problems: [] } : { id: null, problems: told(opened.problems) } };
    },
    async 'GET operator/drafts/:kind/:id'({ params: { kind, id } }) {
      const document = documents[kind];
      const view = await lookAtDraft(database, document, Number(id));
      if (view === null) return notFound;
      const { draft, ...rest } = view;
      const entries = {
        services: servicesOf(draft.document),
        currencies: currenciesOf(draft.document),
        connectors: connectorsOf(document, draft.document),
      };
      return { ok: true, answer: { ...headOf(draft), published: draft.published, dropped: draft.dropped, ...rest, ...entries } };
    },
    async 'GET operator/drafts/:kind/:id/text'({ params: { kind, id } }) {
      const view = await lookAtDraft(database, documents[kind], Number(id));
      if (view === null) return notFound;
      return { ok: true, answer: { text: formatDocument(view.draft.document), revision: view.draft.revision } };
    },
  } satisfies Partial<Handlers>;
}

export function draftChangeHandlers({ database }: PeopleDeps, documents: Documents, kinds: WishKinds) {
  const depsOf = depsIn(database, documents);
  return {
    async 'POST operator/drafts/service'({ body: { id, revision, code, entry }, caller: { live }, visit }) {
      const change = { id, revision, part: 'services', name: code, entry: entry === null ? null : writtenService(entry) };
      return savedOf(await replaceEntry(depsOf('catalogue', live.person, visit), change), 'entry.code');
    },
    async 'POST operator/drafts/connector'({ body: { kind, id, revision, name, entry }, caller: { live }, visit }) {
      const deps = depsOf(kind, live.person, visit);
      const view = await lookAtDraft(database, deps.document, id);
      if (view === null) return notFound;
      const config = entry === null ? null : configOf(deps.document, view.draft.document, name, entry);
      if (config !== null && !config.ok) return config;
      const change = { id, revision, part: deps.document.connectorPart, name, entry: config?.entry ?? null };
      return savedOf(await replaceEntry(deps, change), 'entry.name');
    },
    async 'POST operator/drafts/text'({ body: { kind, ...change }, caller: { live }, visit }) {
      const saved = await replaceText(depsOf(kind, live.person, visit), change);
      if ('problems' in saved) return { ok: true, answer: { revision: null, problems: told(saved.problems) } };
      return saved.ok ? { ok: true, answer: { revision: saved.revision, problems: [] } } : refused(saved);
    },
    async 'POST operator/drafts/rebase'({ body: { kind, ...step }, caller: { live }, visit }) {
      const rebased = await rebaseDraft(depsOf(kind, live.person, visit), step);
      if ('conflicts' in rebased) return { ok: true, answer: { revision: null, conflicts: rebased.conflicts } };
      return rebased.ok ? { ok: true, answer: { revision: rebased.revision, conflicts: [] } } : refused(rebased);
    },
    async 'POST operator/drafts/publish'({ body: { kind, id, revision, reason }, caller: { live }, visit }) {
      const order = { id, revision, reason: reason.trim() };
      if (order.reason === '') return { ok: false, refusal: 'invalid', fields: [{ field: 'reason', problem: 'empty' }] };
      return publishedOf(await publishDraft({ ...depsOf(kind, live.person, visit), kinds }, order));
    },
    async 'POST operator/drafts/drop'({ body: { kind, id, revision }, caller: { live }, visit }) {
      const dropped = await dropDraft({ ...depsOf(kind, live.person, visit), kinds }, id, revision);
      return dropped.ok ? { ok: true, answer: {} } : refused(dropped);
    },
  } satisfies Partial<Handlers>;
}

const depsIn =
  (database: PeopleDeps['database'], documents: Documents) =>
  (kind: Kind, person: SignedInPerson, visit: Visit): DraftDeps => ({
    ...{ database, document: documents[kind], who: personOf(person, visit), personId: person.id },
  });

type NotSaved = Extract<Saved, { ok: false }>;

const refused = ({ refusal }: NotSaved): Refused => ({ ok: false, refusal: refusal === 'notFound' ? 'notFound' : 'conflict' });
const told = (problems: DocumentProblem[]) => problems.map(({ line, field, message }) => ({ line, field, message }));

/** `named`: the field that holds the entry's name. */
function savedOf(saved: Saved, named: string) {
  if (saved.ok) return { ok: true as const, answer: { revision: saved.revision } };
  if (saved.refusal === 'taken')
    return { ok: false as const, refusal: 'invalid' as const, fields: [{ field: named, problem: 'notAllowed' as const }] };
  return refused(saved);
}

function publishedOf(published: Awaited<ReturnType<typeof publishDraft>>) {
  const answer = { version: null, wishId: null, why: null };
  if (published.ok) return { ok: true as const, answer: { ...answer, ...published } };
  if ('problems' in published) return { ok: true as const, answer: { ...answer, why: 'faulty' as const } };
  const { refusal } = published;
  if (refusal === 'notFound' || refusal === 'conflict' || refusal === 'taken') return refused({ ok: false, refusal });
  return { ok: true as const, answer: { ...answer, why: refusal } };
}

const wholeNumber = /^\d{1,15}$/;
const plain = (text: string): number | string => (wholeNumber.test(text) ? Number(text) : text);

/** Whole amounts are written as numbers, as people write them in a file. */
function writtenService(entry: RouteAnswer<'GET operator/documents/:kind'>['services'][number]): { [member: string]: unknown } {
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
        return [name, name === 'price' && typeof member === 'object' && member !== null ? written(member) : member];
      }),
    );
  return written(entry) as { [member: string]: unknown };
}
