// Stores payout destinations.

import type { Session, Statement } from '../../platform/db/database.ts';

/** Where an account may be paid to. */
export interface Destination {
  id: number;
  accountId: number;
  accountName: string;
  kind: 'bank' | 'wallet';
  holder: string;
  /** The bank, or the wallet's operator. */
  institution: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  scheme: 'iban' | 'rib' | 'phone';
  number: string;
  addedBy: number;
  addedByName: string;
  addedAt: Date;
  confirmedByName: string | null;
  confirmedAt: Date | null;
  usableFrom: Date | null;
  /** Confirmed, rested and not removed. */
  usable: boolean;
  removedAt: Date | null;
}
export type NewDestination = Pick<
  Destination,
  'accountId' | 'kind' | 'holder' | 'institution' | 'country' | 'scheme' | 'number' | 'addedBy'
>;

const columns = `d.id, d.account_id as "accountId", a.name as "accountName", d.kind, d.holder,
  d.institution, d.country, d.scheme, d.number,
  d.added_by as "addedBy", p.name as "addedByName", d.added_at as "addedAt",
    c.name as "confirmedByName", d.confirmed_at as "confirmedAt",
  d.usable_from as "usableFrom", d.removed_at as "removedAt", (d.removed_at is null
    and coalesce(d.usable_from <= jokko_now(), false)) as usable`;
const from = `from payout_destination d join account a on a.id = d.account_id join portal_user p
  on p.id = d.added_by
  left join portal_user c on c.id = d.confirmed_by`;
const insert: Statement = {
  name: 'insert_payout_destination',
  text: `insert into payout_destination (account_id, kind, holder, institution, country, scheme,
    number, added_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
};
const select: Statement = {
  name: 'select_payout_destination',
  text: `select ${columns} ${from} where d.id = $1`,
};
const listAccount: Statement = {
  name: 'list_payout_destinations',
  text: `select ${columns} ${from} where d.account_id = $1 and d.removed_at is null
    order by d.account_id, d.id limit $2`,
};
const listWaiting: Statement = {
  name: 'list_unconfirmed_destinations',
  text: `select ${columns} ${from} where d.confirmed_at is null and d.removed_at is null
    order by d.id limit $1`,
};
const confirm: Statement = {
  name: 'confirm_payout_destination',
  text: `update payout_destination set confirmed_by = $2, confirmed_at = jokko_now(),
    usable_from = jokko_now() + $3::interval where id = $1`,
};
const remove: Statement = {
  name: 'remove_payout_destination',
  text: 'update payout_destination set removed_at = jokko_now() where id = $1',
};
/** More than a user reads. */
const listMax = 200;

/** Null when the account has this number already. */
export async function insertDestination(
  session: Session,
  given: NewDestination,
): Promise<number | null> {
  const { accountId, kind, holder, institution, country, scheme, number, addedBy } = given;
  const rows = await session.query<{ id: number }>(insert, [
    accountId,
    kind,
    holder,
    institution,
    country,
    scheme,
    number,
    addedBy,
  ]);
  return rows[0]?.id ?? null;
}

export async function findDestination(session: Session, id: number): Promise<Destination | null> {
  return (await session.query<Destination>(select, [id]))[0] ?? null;
}

/** Those of an account that are not removed, in the order in which they were added. */
export function listDestinations(session: Session, accountId: number): Promise<Destination[]> {
  return session.query<Destination>(listAccount, [accountId, listMax]);
}

/** Unconfirmed destinations of all accounts, oldest first. */
export function listUnconfirmed(session: Session): Promise<Destination[]> {
  return session.query<Destination>(listWaiting, [listMax]);
}

export async function storeConfirmation(
  session: Session,
  id: number,
  userId: number,
  restHours: number,
): Promise<void> {
  await session.query(confirm, [id, userId, `${restHours} hours`]);
}

export async function storeRemoval(session: Session, id: number): Promise<void> {
  await session.query(remove, [id]);
}
