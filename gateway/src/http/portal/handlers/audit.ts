// Routes of the audit log: pages, a file of all that fits, and the proof that nothing was exchanged.

import type { RouteAnswer, RouteQuery } from '@jokko/contract/portal';
import type { Database, Session } from '../../../db/database.ts';
import { listAudit, listAuditActions, noteAudit, verifyAudit } from '../../../domain/audit/index.ts';
import type { AuditFilter, AuditMark, ListedEntry } from '../../../domain/audit/index.ts';
import { personOf, type Refused } from '../../../domain/people/index.ts';
import { csvOf, headingsOf, type Cell } from '../csv.ts';
import type { Handlers } from '../handler.ts';

type Item = RouteAnswer<'GET operator/audit'>['items'][number];
type Filter = Omit<AuditFilter, 'limit' | 'before'>;

const pageRows = 50;
const noSuchDay: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'from', problem: 'notAllowed' }] };
/** Each read holds up payments for as long as its rows take to arrive. */
const rowsAtOnce = 250;
const headings = {
  fr: ['Numéro', 'Moment', 'Auteur', 'E-mail', 'Adresse', 'Action', 'Compte', 'Objet', 'Avant', 'Après'],
  en: ['Number', 'Time', 'By', 'E-mail', 'Address', 'Action', 'Account', 'Subject', 'Before', 'After'],
  plain: ['number', 'at', 'by', 'email', 'address', 'action', 'account_id', 'subject', 'before', 'after'],
};

export function auditHandlers(database: Database, seen: () => readonly AuditMark[]) {
  /** One at a time: who asks meanwhile gets the same answer. */
  let verifying: ReturnType<typeof verifyAudit> | null = null;
  return {
    async 'GET operator/audit'({ query: { after, ...query } }) {
      const before = after === undefined ? null : Number(after);
      const filter = filterOf(query);
      if (filter === null) return noSuchDay;
      const [entries, actions] = await Promise.all([
        listAudit(database, { ...filter, before, limit: pageRows + 1 }),
        listAuditActions(database),
      ]);
      const items = entries.slice(0, pageRows).map(itemOf);
      return { ok: true, answer: { items, next: entries.length > pageRows ? String(items.at(-1)!.number) : null, actions } };
    },
    async 'GET operator/audit/export'({ query: { form = 'plain', ...query }, caller: { live }, visit }) {
      const { language, timeZone } = live.person;
      const filter = filterOf(query);
      if (filter === null) return noSuchDay;
      await noteAudit(database, { who: personOf(live.person, visit), action: 'audit.export', new: filter });
      const content = csvOf({ form, timeZone }, headingsOf(headings, form, language), rowsOf(database, filter));
      return {
        ok: true,
        file: { name: `audit-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8', content },
      };
    },
    async 'POST operator/audit/verify'() {
      verifying ??= verifyAudit(database, seen()).finally(() => (verifying = null));
      return { ok: true, answer: await verifying };
    },
  } satisfies Partial<Handlers>;
}

/** Null: there is no such day. */
function filterOf({ action, subject, account, person, from, until }: Omit<RouteQuery<'GET operator/audit'>, 'after'>): Filter | null {
  const [first, end] = [from, until].map((text) => (text === undefined ? null : new Date(text)));
  if ([first, end].some((at) => Number.isNaN(at?.getTime()))) return null;
  const times = { from: first ?? null, until: end ?? null };
  const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  return {
    ...times,
    action: action?.trim() || null,
    subject: subject?.trim() || null,
    accountId: number(account),
    personId: number(person),
  };
}

function itemOf({ who, old, new: now, ...entry }: ListedEntry): Item {
  const { personId = null, email = null, address = null, agent = null } = who;
  const said = { old: jsonOf(old), new: jsonOf(now) };
  return { ...entry, ...said, who: who.kind as Item['who'], personId, email, address, agent };
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

async function* rowsOf(session: Session, filter: Filter): AsyncGenerator<Cell[][]> {
  for (let before: number | null = null; ;) {
    const entries: ListedEntry[] = await listAudit(session, { ...filter, before, limit: rowsAtOnce });
    if (entries.length > 0) yield entries.map((entry) => cellsOf(itemOf(entry)));
    if (entries.length < rowsAtOnce) return;
    before = entries.at(-1)!.number;
  }
}

function cellsOf({ number, at, who, email, address, action, accountId, subject, old, new: now }: Item): Cell[] {
  const account: Cell = accountId === null ? null : { digits: String(accountId) };
  return [{ digits: String(number) }, { at: new Date(at) }, who, email, address, action, account, subject, old, now];
}
