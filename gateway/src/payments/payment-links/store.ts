// Stores payment links, and reads what they have earned.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { OpenedLink, PaymentLink, PaymentLinkTerms } from './payment-link.ts';

const columns = `l.account_id as "accountId", l.id, l.link_id as "linkId", l.token,
  encode(l.fingerprint, 'hex') as fingerprint,
  l.single_use as "singleUse", l.amount, l.minimum, l.maximum, l.currency, l.description,
    l.services, l.success_url as "successUrl",
  l.error_url as "errorUrl", l.language, l.callback_url as "callbackUrl",
    l.callback_key as "callbackKey", l.client_data as "clientData",
  l.created_at as "createdAt", l.expires_at as "expiresAt", l.paused_at as "pausedAt",
    jokko_now() as now, e.paid`;

// By the keys of checkouts, attempts and external ids: some probes a payment, and none is counted
// beside the money.
const paymentsOf = (condition: string) => `
  cross join lateral (
    select count(*)::integer as paid, (count(*) filter (where o.state <> 'REFUNDED'))::integer
      as count,
      coalesce(sum(o.amount) filter (where o.state <> 'REFUNDED'), 0)::bigint as sum
    from checkout c
      join checkout_attempt a on a.account_id = c.account_id and a.checkout_id = c.id
      cross join lateral (
        select state, amount from operation
        where account_id = a.account_id and external_id = a.checkout_id || '~' || a.number
          and details -> 'checkout' ->> 'id' = a.checkout_id offset 0) o
    where c.account_id = l.account_id and c.link_id = l.id
      and o.state in ('SUCCESS', 'REFUNDING', 'REFUNDED') ${condition}) e`;
const linksWithEarned = `select ${columns}, e.count, e.sum from payment_link l ${paymentsOf('')}`;

const insertLink: Statement = {
  name: 'insert_payment_link',
  text: `
    insert into payment_link (account_id, id, link_id, token, fingerprint, single_use, amount,
      minimum, maximum, currency, description,
      services, success_url, error_url, language, callback_url, callback_key, client_data,
        expires_at)
    values ($1, $2, $3, $4, decode($5, 'hex'), $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
      $17, $18::json,
      date_trunc('milliseconds', jokko_now()) + $19::integer * interval '1 minute')
    on conflict (account_id, id) do nothing returning id`,
};
const selectById: Statement = {
  name: 'select_payment_link',
  text: `${linksWithEarned} where l.account_id = $1 and l.id = $2`,
};
// A page needs to know of a link for one payment only whether it is used up: what another one has
// earned may be long to count.
const selectByToken: Statement = {
  name: 'select_payment_link_by_token',
  text: `select ${columns} from payment_link l ${paymentsOf('and l.single_use')}
    where l.token = $1`,
};
const lockLink: Statement = {
  name: 'lock_payment_link',
  text: `select from payment_link where account_id = $1 and id = $2 for no key update`,
};
const selectPage: Statement = {
  name: 'select_payment_links',
  text: `
    ${linksWithEarned}
    where l.account_id = $1 and ($2::text is null or (l.created_at, l.id) < (
      select created_at, id from payment_link where account_id = $1 and id = $2))
    order by l.created_at desc, l.id desc limit $3`,
};
const pauseLink: Statement = {
  name: 'pause_payment_link',
  text: `update payment_link set paused_at = coalesce(paused_at, jokko_now()) where account_id = $1
    and id = $2`,
};
const resumeLink: Statement = {
  name: 'resume_payment_link',
  text: `update payment_link set paused_at = null where account_id = $1 and id = $2`,
};

export interface PaymentLinkKey {
  accountId: number;
  id: string;
}

/** False, and nothing stored, where its id is taken. `minutes` null: it has no end. */
export async function storeLink(
  session: Session,
  terms: PaymentLinkTerms,
  { fingerprint, minutes }: { fingerprint: string; minutes: number | null },
): Promise<boolean> {
  const rows = await session.query(insertLink, [
    terms.accountId,
    terms.id,
    terms.linkId,
    terms.token,
    fingerprint,
    terms.singleUse,
    terms.amount,
    terms.minimum,
    terms.maximum,
    terms.currency,
    terms.description,
    terms.services,
    terms.successUrl,
    terms.errorUrl,
    terms.language,
    terms.callbackUrl,
    terms.callbackKey,
    terms.clientData === null ? null : JSON.stringify(terms.clientData),
    minutes,
  ]);
  return rows.length > 0;
}

type LinkRow = OpenedLink & { count: number; sum: bigint };
const linkOf = ({ count, sum, ...rest }: LinkRow): PaymentLink => ({
  ...rest,
  earned: { count, amount: sum },
});

export async function findLink(
  session: Session,
  { accountId, id }: PaymentLinkKey,
): Promise<PaymentLink | null> {
  const [row] = await session.query<LinkRow>(selectById, [accountId, id]);
  return row === undefined ? null : linkOf(row);
}

/** As its payers see it. */
export async function findOpenedLink(session: Session, token: string): Promise<OpenedLink | null> {
  const [row] = await session.query<OpenedLink>(selectByToken, [token]);
  return row ?? null;
}

/**
 * Until the end of the transaction nobody else opens a checkout of it that has to be its only one.
 */
export async function lockPaymentLink(
  session: Session,
  { accountId, id }: PaymentLinkKey,
): Promise<void> {
  await session.query(lockLink, [accountId, id]);
}

/** The newest first; `after`: those behind this one. */
export async function listLinks(
  session: Session,
  { accountId, after, limit }: { accountId: number; after: string | null; limit: number },
): Promise<PaymentLink[]> {
  const rows = await session.query<LinkRow>(selectPage, [accountId, after, limit]);
  return rows.map(linkOf);
}

/** Pausing or resuming again changes nothing. */
export async function storePaused(
  session: Session,
  { accountId, id }: PaymentLinkKey,
  paused: boolean,
): Promise<void> {
  await session.query(paused ? pauseLink : resumeLink, [accountId, id]);
}
