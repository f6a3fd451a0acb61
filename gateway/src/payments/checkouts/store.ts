// Stores checkouts and their attempts.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { State } from '../operations/index.ts';
import type { AttemptRefusal, Checkout, CheckoutAttempt, CheckoutTerms } from './checkout.ts';

const columns = `account_id as "accountId", id, checkout_id as "checkoutId", token,
  encode(fingerprint, 'hex') as fingerprint, amount, currency,
  description, services, phone, success_url as "successUrl", error_url as "errorUrl", language,
    callback_url as "callbackUrl",
  callback_key as "callbackKey", client_data as "clientData", link_id as link,
    created_at as "createdAt", expires_at as "expiresAt",
  canceled_at as "canceledAt", jokko_now() as now`;

// The clock is that of the beginning of a transaction, and whoever waited for a link's lock began
// before whom he waited for: a checkout of a link is made later than all before it, so that the
// newest one is the last that was opened.
const insertCheckout: Statement = {
  name: 'insert_checkout',
  text: `
    insert into checkout (account_id, id, checkout_id, token, fingerprint, amount, currency,
      description, services, phone, success_url, error_url,
      language, callback_url, callback_key, client_data, link_id, expires_at, created_at)
    values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
      $16::json, $17,
      least(jokko_now() + $18 * interval '1 minute', $19::timestamptz),
      greatest(jokko_now(), (
        select max(created_at) + interval '1 microsecond' from checkout where account_id = $1
          and link_id = $17)))
    on conflict (account_id, id) do nothing`,
};
const selectById: Statement = {
  name: 'select_checkout',
  text: `select ${columns} from checkout where account_id = $1 and id = $2`,
};
const selectByToken: Statement = {
  name: 'select_checkout_by_token',
  text: `select ${columns} from checkout where token = $1`,
};
const lockCheckout: Statement = {
  name: 'lock_checkout',
  text: `select ${columns} from checkout where account_id = $1 and id = $2 for update`,
};
const lockNewestOfLink: Statement = {
  name: 'lock_newest_checkout_of_link',
  text: `
    select ${columns} from checkout where account_id = $1 and link_id = $2
    order by created_at desc, id desc limit 1 for update`,
};
const renewCheckout: Statement = {
  name: 'renew_checkout',
  text: `update checkout set expires_at = least(jokko_now() + $3 * interval '1 minute',
    $4::timestamptz), description = $5, client_data = $6
    where account_id = $1 and id = $2`,
};
// By the key of external ids: one probe an attempt.
const selectAttempts: Statement = {
  name: 'select_checkout_attempts',
  text: `
    select a.number, a.code_service as "codeService", a.begun_at as "begunAt", a.refusal, a.lost,
      o.id::text as "operationId", o.state,
      o.error_id as "errorId",
      coalesce(o.details -> 'checkout' ->> 'id' = a.checkout_id
        and (o.details -> 'checkout' ->> 'attempt')::integer = a.number, false) as "isOurs"
    from checkout_attempt a left join lateral (
      select id, state, error_id, details from operation
      where account_id = a.account_id and external_id = a.checkout_id || '~' || a.number offset 0) o
        on true
    where a.account_id = $1 and a.checkout_id = $2 order by a.number`,
};
const writeAttempt: Statement = {
  name: 'write_checkout_attempt',
  text: `
    insert into checkout_attempt (account_id, checkout_id, number, code_service, phone, begun_at)
    values ($1, $2, $3, $4, $5, date_trunc('milliseconds', jokko_now()))
    on conflict (account_id, checkout_id, number) do update
      set code_service = excluded.code_service, phone = excluded.phone,
        begun_at = excluded.begun_at,
        lost = checkout_attempt.lost or checkout_attempt.refusal is null, refusal = null
    returning begun_at as "begunAt"`,
};
// Another try of the same number may have begun since.
const endAttempt: Statement = {
  name: 'end_checkout_attempt',
  text: `
    update checkout_attempt set phone = null, refusal = $5
    where account_id = $1 and checkout_id = $2 and number = $3 and begun_at = $4`,
};
const cancelCheckout: Statement = {
  name: 'cancel_checkout',
  text: `update checkout set canceled_at = coalesce(canceled_at, jokko_now()) where account_id = $1
    and id = $2`,
};

export interface CheckoutKey {
  accountId: number;
  id: string;
}

/** Nothing where its id is taken. It can be paid for `minutes`, and until `endsAt` at most. */
export async function storeCheckout(
  session: Session,
  terms: Omit<CheckoutTerms, 'expiresAt'>,
  { fingerprint, minutes, endsAt }: { fingerprint: string; minutes: number; endsAt: Date | null },
): Promise<void> {
  await session.query(insertCheckout, [
    terms.accountId,
    terms.id,
    terms.checkoutId,
    terms.token,
    fingerprint,
    terms.amount,
    terms.currency,
    terms.description,
    terms.services,
    terms.phone,
    terms.successUrl,
    terms.errorUrl,
    terms.language,
    terms.callbackUrl,
    terms.callbackKey,
    dataText(terms.clientData),
    terms.link,
    minutes,
    endsAt,
  ]);
}

export const findCheckout = (session: Session, { accountId, id }: CheckoutKey) =>
  withAttempts(session, selectById, [accountId, id]);

export const findByToken = (session: Session, token: string) =>
  withAttempts(session, selectByToken, [token]);

/** Until the end of the transaction nobody else begins an attempt, or ends the checkout. */
export const findLocked = (session: Session, { accountId, id }: CheckoutKey) =>
  withAttempts(session, lockCheckout, [accountId, id]);

/** Looks among the checkouts that a payment link has opened. */
export const findNewestOfLinkLocked = (
  session: Session,
  { accountId, link }: { accountId: number; link: string },
) => withAttempts(session, lockNewestOfLink, [accountId, link]);

async function withAttempts(
  session: Session,
  statement: Statement,
  values: readonly unknown[],
): Promise<Checkout | null> {
  const [found] = await session.query<Omit<Checkout, 'attempts'>>(statement, values);
  if (found === undefined) return null;
  const rows = await session.query<AttemptRow>(selectAttempts, [found.accountId, found.id]);
  return { ...found, attempts: rows.map(attemptOf) };
}

interface AttemptRow extends Omit<CheckoutAttempt, 'operation'> {
  operationId: string | null;
  state: State | null;
  errorId: number | null;
  isOurs: boolean;
}

const attemptOf = ({ operationId, state, errorId, isOurs, ...rest }: AttemptRow) => ({
  ...rest,
  operation:
    operationId === null || state === null ? null : { id: operationId, state, errorId, isOurs },
});

export interface NewCheckoutAttempt {
  number: number;
  codeService: string;
  /** E.164. */
  phone: string;
}

/** When it began: what it is ended with. */
export async function storeAttempt(
  session: Session,
  { accountId, id }: CheckoutKey,
  { number, codeService, phone }: NewCheckoutAttempt,
): Promise<Date> {
  const [row] = await session.query<{ begunAt: Date }>(writeAttempt, [
    accountId,
    id,
    number,
    codeService,
    phone,
  ]);
  return row!.begunAt;
}

/** Its operation was opened (`refusal` null), or nothing was executed. */
export async function storeEnd(
  session: Session,
  { accountId, id }: CheckoutKey,
  { number, begunAt }: { number: number; begunAt: Date },
  refusal: AttemptRefusal | null,
): Promise<void> {
  await session.query(endAttempt, [accountId, id, number, begunAt, refusal]);
}

/** It can be paid for so long from now. */
const dataText = (data: CheckoutTerms['clientData']): string | null =>
  data === null ? null : JSON.stringify(data);

/** It may have lost what it says with the person of an earlier payer: it is given anew. */
export async function storeRenewal(
  session: Session,
  { accountId, id }: CheckoutKey,
  { minutes, endsAt }: { minutes: number; endsAt: Date | null },
  { description, clientData }: Pick<CheckoutTerms, 'description' | 'clientData'>,
): Promise<void> {
  const values = [accountId, id, minutes, endsAt, description, dataText(clientData)];
  await session.query(renewCheckout, values);
}

export async function storeCancellation(
  session: Session,
  { accountId, id }: CheckoutKey,
): Promise<void> {
  await session.query(cancelCheckout, [accountId, id]);
}
