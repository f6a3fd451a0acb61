// Corruptions that make a checkout, or a payment link for one payment, paid twice.

import type { Corruption } from './corruption.ts';

export const checkoutCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-52',
    what: 'two attempts of a checkout are paid or in progress',
    sql: ({ success }) => `
      update operation o set external_id = 'order~' || n.number,
          details = (o.details::jsonb || jsonb_build_object('checkout',
            jsonb_build_object('id', 'order', 'attempt', n.number)))::json
        from (
          select ${success}::bigint as id, 1 as number
          union all
          select min(o.id), 2 from operation o where account_id = 1 and state = 'ACCEPTED'
            and id <> ${success}
            and not exists (select from callback c where c.operation_id = o.id)) n
        where o.id = n.id;
      delete from callback where operation_id = ${success};
      delete from callback_body where operation_id = ${success};
      delete from callback_attempt where operation_id = ${success};
      update operation set callback_url = null, callback_hash = null where id = ${success};`,
  },
  {
    breaks: 'I-53',
    what: 'two checkouts of a payment link for one payment are paid or in progress',
    sql: ({ success }) => `
      insert into payment_link (account_id, id, link_id, token, fingerprint, single_use, amount,
        currency, description, callback_key)
        values (1, 'link', 'lnk_1', repeat('0', 32), '', true, 1, 'XOF', 'Order', '');
      insert into checkout (account_id, id, checkout_id, token, fingerprint, amount, currency,
        description, callback_key, expires_at, link_id)
        select 1, 'link.' || n, 'chk_' || n, repeat(n::text, 32), '', 1, 'XOF', 'Order', '',
          jokko_now(), 'link'
        from generate_series(1, 2) as n;
      insert into checkout_attempt (account_id, checkout_id, number, code_service, begun_at)
        select 1, 'link.' || n, 1, 'OPA_SN_API_CASH_OUT', jokko_now()
          from generate_series(1, 2) as n;
      update operation o set external_id = 'link.' || n.number || '~1',
          details = (o.details::jsonb || jsonb_build_object('checkout',
            jsonb_build_object('id', 'link.' || n.number, 'attempt', 1)))::json
        from (
          select ${success}::bigint as id, 1 as number
          union all
          select min(o.id), 2 from operation o where account_id = 1 and state = 'ACCEPTED'
            and id <> ${success}
            and not exists (select from callback c where c.operation_id = o.id)) n
        where o.id = n.id;
      delete from callback where operation_id = ${success};
      delete from callback_body where operation_id = ${success};
      delete from callback_attempt where operation_id = ${success};
      update operation set callback_url = null, callback_hash = null where id = ${success};`,
  },
];
