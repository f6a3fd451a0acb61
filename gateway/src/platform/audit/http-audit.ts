// Routes of the audit log: pages, a file of all that fits, and the proof that nothing was
// exchanged.

import type { RouteResult, RouteQuery } from '@jokko/contract/portal';
import type { Database, Session } from '../db/database.ts';
import { listAudit, listAuditActions, listAuditUsers, noteAudit, verifyAudit } from './index.ts';
import type { AuditFilter, AuditMark, ListedEntry } from './index.ts';
import { csvFile, headingsOf, type Cell } from '../http/portal/csv.ts';
import { cutPage, pageRowsRead } from '../http/page.ts';
import type { Handlers } from '../http/portal/handler.ts';
import { actorOf } from '../http/portal/caller.ts';
import { refuseField } from '../http/portal/refused.ts';
import { readNow } from '../db/now.ts';

type Item = RouteResult<'GET operator/audit'>['items'][number];
/** Names of users and accounts by their numbers. */
type ReadNames = (
  session: Session,
  of: { users: readonly number[]; accounts: readonly number[] },
) => Promise<{ users: ReadonlyMap<number, string>; accounts: ReadonlyMap<number, string> }>;
type Names = Awaited<ReturnType<ReadNames>>;
type Filter = Omit<AuditFilter, 'limit' | 'before'>;

const noSuchDay = refuseField('from', 'notAllowed');
/** Each read holds up payments for as long as its rows take to arrive. */
const rowsAtOnce = 250;
const headings = {
  fr: [
    'Numéro',
    'Date',
    'Auteur',
    'E-mail',
    'Adresse',
    'Action',
    'Compte',
    'Objet',
    'Avant',
    'Après',
  ],
  en: [
    'Number',
    'Time',
    'By',
    'Email',
    'Address',
    'Action',
    'Account',
    'Subject',
    'Before',
    'After',
  ],
  plain: [
    'number',
    'at',
    'by',
    'email',
    'address',
    'action',
    'account_id',
    'subject',
    'before',
    'after',
  ],
};

export function auditHandlers(
  database: Database,
  { seen, readNames }: { seen: () => readonly AuditMark[]; readNames: ReadNames },
) {
  /** One at a time: who asks meanwhile gets the same answer. */
  let verifying: ReturnType<typeof verifyAudit> | null = null;
  return {
    async 'GET operator/audit'({ query: { after, ...query } }) {
      const before = after === undefined ? null : Number(after);
      const filter = filterOf(query);
      if (filter === null) return noSuchDay;
      const answer = await pageOf(database, { ...filter, before }, readNames);
      return { ok: true, answer };
    },
    async 'GET operator/audit/export'({
      query: { form = 'plain', ...query },
      caller: { session },
      visit,
    }) {
      const { language, timeZone } = session.user;
      const filter = filterOf(query);
      if (filter === null) return noSuchDay;
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'audit.export',
        new: filter,
      });
      const file = csvFile(
        `audit-${(await readNow(database)).toISOString().slice(0, 10)}`,
        { form, timeZone },
        headingsOf(headings, form, language),
        rowsOf(database, filter),
      );
      return { ok: true, file };
    },
    async 'POST operator/audit/verify'() {
      verifying ??= verifyAudit(database, seen()).finally(() => (verifying = null));
      return { ok: true, answer: await verifying };
    },
  } satisfies Partial<Handlers>;
}

/** Null: there is no such day. */
function filterOf({
  action,
  subject,
  account,
  user,
  from,
  until,
}: Omit<RouteQuery<'GET operator/audit'>, 'after'>): Filter | null {
  const [first, end] = [from, until].map((text) => (text === undefined ? null : new Date(text)));
  if ([first, end].some((at) => Number.isNaN(at?.getTime()))) return null;
  const times = { from: first ?? null, until: end ?? null };
  const number = (text: string | undefined): number | null =>
    text === undefined ? null : Number(text);
  return {
    ...times,
    action: action?.trim() || null,
    subject: subject?.trim() || null,
    accountId: number(account),
    userId: number(user),
  };
}

async function pageOf(
  session: Session,
  filter: Filter & Pick<AuditFilter, 'before'>,
  readNames: ReadNames,
): Promise<RouteResult<'GET operator/audit'>> {
  const [entries, actions, users] = await Promise.all([
    listAudit(session, { ...filter, limit: pageRowsRead }),
    listAuditActions(session),
    listAuditUsers(session),
  ]);
  const { rows: shown, next } = cutPage(entries, ({ number }) => number);
  const names = await readNames(session, {
    users: [
      ...users,
      ...shown.flatMap(({ subject, who }) => [personOf(subject), who.userId]),
    ].filter((id) => id !== null && id !== undefined),
    accounts: shown.flatMap(({ accountId }) => accountId ?? []),
  });
  const items = shown.map((entry) => namedItemOf(entry, names));
  return { items, next, actions, people: peopleOf(users, names) };
}

const noNames: Names = { users: new Map(), accounts: new Map() };

/** The item of a file: the numbers are its own. */
const itemOf = (entry: ListedEntry): Item => namedItemOf(entry, noNames);

/** The number in `person/7`; null: another subject. */
function personOf(subject: string | null): number | null {
  const [, digits] = /^person\/([1-9]\d{0,8})$/.exec(subject ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

function peopleOf(ids: readonly number[], { users }: Names): { id: number; name: string }[] {
  const people = ids.map((id) => ({ id, name: users.get(id) ?? String(id) }));
  return people.toSorted((one, other) => one.name.localeCompare(other.name));
}

function namedItemOf(
  { who, old, new: now, ...entry }: ListedEntry,
  { users, accounts }: Names,
): Item {
  const { userId = null, email = null, address = null, agent = null } = who;
  const said = { old: jsonOf(old), new: jsonOf(now) };
  const { accountId, subject } = entry;
  const person = personOf(subject);
  return {
    ...entry,
    ...said,
    who: who.kind as Item['who'],
    userId,
    email,
    address,
    agent,
    name: userId === null ? null : (users.get(userId) ?? null),
    accountName: accountId === null ? null : (accounts.get(accountId) ?? null),
    subjectName: person === null ? null : (users.get(person) ?? null),
  };
}

const jsonOf = (value: object | null): string | null =>
  value === null ? null : JSON.stringify(value);

async function* rowsOf(session: Session, filter: Filter): AsyncGenerator<Cell[][]> {
  for (let before: number | null = null; ;) {
    const entries: ListedEntry[] = await listAudit(session, {
      ...filter,
      before,
      limit: rowsAtOnce,
    });
    if (entries.length > 0) yield entries.map((entry) => cellsOf(itemOf(entry)));
    if (entries.length < rowsAtOnce) return;
    before = entries.at(-1)!.number;
  }
}

function cellsOf({
  number,
  at,
  who,
  email,
  address,
  action,
  accountId,
  subject,
  old,
  new: now,
}: Item): Cell[] {
  const account: Cell = accountId === null ? null : { digits: String(accountId) };
  return [
    { digits: String(number) },
    { at: new Date(at) },
    who,
    email,
    address,
    action,
    account,
    subject,
    old,
    now,
  ];
}
