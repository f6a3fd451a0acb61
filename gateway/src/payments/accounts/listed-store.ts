// Lists all accounts for the operator, in pages, newest first, with their balances.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface ListedAccount {
  id: number;
  name: string;
  currency: string;
  language: 'fr' | 'en';
  suspended: boolean;
  createdAt: Date;
  /** Services that it may use. */
  services: number;
  members: number;
  /** Ten-thousandths as text. */
  balances: { currency: string; available: string; held: string }[];
}

const columns = `a.id, a.name, a.currency, a.language, a.suspended, a.created_at as "createdAt",
  (select count(*)::integer from account_service s where s.account_id = a.id) as services,
  (select count(*)::integer from membership m where coalesce(m.account_id, 0) = a.id
    and m.ended_at is null) as members,
  coalesce((select json_agg(json_build_object('currency', b.currency, 'available',
    b.available::text, 'held', b.held::text) order by b.currency)
    from balance b where b.account_id = a.id), '[]') as balances`;
const selectPage: Statement = {
  name: 'list_accounts',
  text: `select ${columns} from account a
    where a.id < $1 and ($2 = '' or position(lower($2) in lower(a.name)) > 0 or a.id::text = $2)
      order by a.id desc limit $3`,
};
const selectOne: Statement = {
  name: 'select_listed_account',
  text: `select ${columns} from account a where a.id = $1`,
};
const selectNames: Statement = {
  name: 'select_account_names',
  text: 'select id, name from account where id = any($1::integer[])',
};
const selectByName: Statement = {
  name: 'select_accounts_by_name',
  text: 'select id from account where position(lower($1) in lower(name)) > 0',
};
const idMax = 2_147_483_647;

/**
 * `search`: a part of the name, or the number; '' is all. `before`: those with smaller numbers
 * alone.
 */
export function listAccounts(
  session: Session,
  { search, before, limit }: { search: string; before: number | null; limit: number },
): Promise<ListedAccount[]> {
  return session.query<ListedAccount>(selectPage, [before ?? idMax, search, limit]);
}

/** Null when there is none. */
export async function findListedAccount(
  session: Session,
  id: number,
): Promise<ListedAccount | null> {
  return (await session.query<ListedAccount>(selectOne, [id]))[0] ?? null;
}

/**
 * The numbers of the accounts that `typed` means: the one with this number, or those with this in
 * their name. Null: nothing was typed.
 */
export async function findAccountsMeant(session: Session, typed: string): Promise<number[] | null> {
  const text = typed.trim();
  if (text === '') return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return [Number(text)];
  return (await session.query<{ id: number }>(selectByName, [text])).map(({ id }) => id);
}

export async function loadAccountNames(
  session: Session,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await session.query<{ id: number; name: string }>(selectNames, [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
