// Corruptions that make a checkout paid twice.

import type { Corruption } from './corruption.ts';

export const checkoutCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-52',
    what: 'two attempts of a checkout are paid or in progress',
    sql: ({ success }) => `
      update operation o set external_id = 'order~' || n.number,
          details = (o.details::jsonb || jsonb_build_object('checkout', jsonb_build_object('id', 'order', 'attempt', n.number)))::json
        from (
          select ${success}::bigint as id, 1 as number
          union all
          select min(o.id), 2 from operation o where account_id = 1 and state = 'ACCEPTED' and id <> ${success}
            and not exists (select from callback c where c.operation_id = o.id)) n
        where o.id = n.id;
      delete from callback where operation_id = ${success};
      delete from callback_body where operation_id = ${success};
      delete from callback_attempt where operation_id = ${success};
      update operation set callback_url = null, callback_hash = null where id = ${success};`,
  },
];
