// Removes what is personal from operations and from all that belongs to them, inside the caller's
// transaction. Requests and bodies are append-only: they are replaced as whole rows.

import type { Session, Statement } from '../../platform/db/database.ts';
import { removedPhone, shownPhone } from '../../payments/operations/index.ts';
import { checkoutForgets, isCheckoutOver, linkForgets } from './checkout-columns.ts';
import type { PersonRow } from './held.ts';
import { ownClientData, reducedBody, withoutPerson } from './reduce.ts';

const given = `given as materialized (
      select * from json_to_recordset($1::json) as g(account_id integer, id bigint, phone text,
        shown text, details json, client_data json)
    )`;
const removeTerms: Statement = {
  name: 'remove_person_of_operations',
  text: `
    with ${given}, lines as (
      update payout_line l set phone = g.phone, phone_given = g.shown, name = '', note = ''
        from given g
      where l.account_id = g.account_id and l.operation_id = g.id
    )
    update operation o set phone = g.phone, phone_given = g.shown, details = g.details,
      client_data = g.client_data
    from given g where o.account_id = g.account_id and o.id = g.id`,
};
// A checkout that can still be paid, or is being paid, keeps what its page shows, and so does a
// link for many. One of a link that is renewed gets it from the link again
// (payments/payment-links).
const removeCheckouts: Statement = {
  name: 'remove_persons_of_ended_checkouts',
  text: `
    with ${given}, ended as (
      select c.account_id, c.id, c.link_id, o.state in ('SUCCESS', 'REFUNDING', 'REFUNDED') as paid
      from given g
        join operation o on o.account_id = g.account_id and o.id = g.id
        join checkout c on c.account_id = o.account_id and c.id = o.details -> 'checkout' ->> 'id'
      where o.state in ('SUCCESS', 'REFUNDING', 'REFUNDED') or ${isCheckoutOver}
    ), links as (
      update payment_link l set ${linkForgets} from ended e
      where l.account_id = e.account_id and l.id = e.link_id and l.single_use and e.paid
    ), attempts as (
      update checkout_attempt a set phone = null from ended e
      where a.account_id = e.account_id and a.checkout_id = e.id and a.phone is not null
    )
    update checkout c set ${checkoutForgets} from ended e
    where c.account_id = e.account_id and c.id = e.id`,
};
// What a later word of the provider, or the comparison with its statement, needs stays.
const reduceRequests: Statement = {
  name: 'remove_person_of_requests',
  text: `
    with ${given}, old as (
      delete from attempt_request r using given g where r.account_id = g.account_id
        and r.operation_id = g.id
      returning r.operation_id, r.account_id, r.number, r.prepared
    )
    insert into attempt_request (operation_id, account_id, number, prepared)
    select operation_id, account_id, number, json_strip_nulls(json_build_object(
      'refs', prepared -> 'refs', 'counterparty', prepared -> 'counterparty', 'file',
        prepared -> 'file',
      'continues', case when prepared -> 'continues' is not null then json_build_object('refs',
        prepared -> 'continues' -> 'refs') end))
    from old`,
};
const selectBodies: Statement = {
  name: 'select_bodies_of_persons',
  text: `
    select b.account_id as "accountId", b.operation_id::text as id, b.second, b.body
    from unnest($1::integer[], $2::bigint[]) as g(account_id, id)
      join callback_body b on b.account_id = g.account_id and b.operation_id = g.id`,
};
// The receivers' answers may repeat what they were sent. The digest of what was sent would tell a
// number to who tries all of them.
const replaceBodies: Statement = {
  name: 'replace_bodies_of_persons',
  text: `
    with given as materialized (
      select * from json_to_recordset($1::json) as g(account_id integer, id bigint, second boolean,
        body text)
    ), attempts as (
      update callback_attempt a set body_hash = null, answer = null, answer_headers = null
        from given g
      where a.account_id = g.account_id and a.operation_id = g.id and a.second = g.second
    ), old as (
      delete from callback_body b using given g
      where b.account_id = g.account_id and b.operation_id = g.id and b.second = g.second
      returning b.operation_id, b.account_id, b.second
    )
    insert into callback_body (operation_id, account_id, second, body)
    select o.operation_id, o.account_id, o.second, g.body from old o
      join given g on g.account_id = o.account_id and g.id = o.operation_id
        and g.second = o.second`,
};

/**
 * Removes persons from rows whose operations the caller has locked and about which nothing is open.
 * Rows that were done before stay as they are.
 */
export async function removePersons(session: Session, rows: readonly PersonRow[]): Promise<void> {
  const terms = rows.map((row) => {
    const phone = removedPhone(session, row.phone);
    return {
      account_id: row.accountId,
      id: row.id,
      phone,
      shown: shownPhone(phone),
      details: { ...row.details, extra: withoutPerson(row.details.extra) },
      client_data: ownClientData(row.clientData),
    };
  });
  if (terms.length === 0) return;
  await session.query(removeTerms, [JSON.stringify(terms)]);
  await session.query(removeCheckouts, [JSON.stringify(terms)]);
  await removeFromHistory(session, terms);
}

/** What an operation whose person is removed is called in its history. */
interface RemovedPerson {
  account_id: number;
  id: string;
  /** The number as it is shown from now on. */
  shown: string;
}

/** From what was sent to providers and receivers. What was reduced before stays as it is. */
export async function removeFromHistory(
  session: Session,
  persons: readonly RemovedPerson[],
): Promise<void> {
  if (persons.length === 0) return;
  await session.query(reduceRequests, [JSON.stringify(persons)]);
  await replaceCallbacks(session, persons);
}

async function replaceCallbacks(session: Session, terms: readonly RemovedPerson[]): Promise<void> {
  const bodies = await session.query<{
    accountId: number;
    id: string;
    second: boolean;
    body: string;
  }>(selectBodies, [terms.map((each) => each.account_id), terms.map((each) => each.id)]);
  const shown = new Map(terms.map((each) => [`${each.account_id} ${each.id}`, each.shown]));
  const reduced = bodies.map(({ accountId, id, second, body }) => ({
    account_id: accountId,
    id,
    second,
    body: reducedBody(body, shown.get(`${accountId} ${id}`)!),
  }));
  await session.query(replaceBodies, [JSON.stringify(reduced)]);
}
