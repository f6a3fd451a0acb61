// Stories of money that are in order, told in full on the correct small database: no check may
// report them.

import type { Corruption } from './corruption.ts';
import { append } from './user-corruptions.ts';

type InOrder = Omit<Corruption, 'breaks'>;

const users = `insert into portal_user (email, email_key, name) select n, n, n
  from unnest('{a,b,c}'::text[]) n;`;
/**
 * Asked for by user 1 and approved by user 2; `id` is also the number of its entry in the audit
 * log.
 */
const approved = (id: number, kind: string, parameters: string, account = 'null'): string => `
  insert into approval_request (id, kind, account_id, parameters, reason, state, asked_by,
    decided_by, expires_at) overriding system value
    values (${id}, '${kind}', ${account}, '${parameters}', '', 'done', 1, 2, now());
  ${append(id, `"action":"wish.approve","subject":"wish/${id}","who":{"userId":2}`)}`;
/** An entry of account 1 together with its balance. */
function booked(
  settlement: number,
  verb: string,
  debit: string,
  credit: string,
  amount: number,
): string {
  const change = (side: string): number =>
    credit === side ? amount : debit === side ? -amount : 0;
  return `
  with now as (update balance set available = available + ${change('available')},
    held = held + ${change('held')} where account_id = 1 returning available)
    insert into transfer (account_id, id, settlement_id, verb, debit, credit, amount, currency,
      available_after)
      select 1, (select 900000 + count(*) from transfer), ${settlement}, '${verb}', '${debit}',
        '${credit}', ${amount}, 'XOF', available from now;`;
}

const amount = 50_000;
const fee = 700;
const entries: { readonly [moment: string]: (id: number) => string } = {
  requested: (id) => booked(id, 'hold', 'available', 'held', amount + fee),
  released: (id) => booked(id, 'void', 'held', 'available', amount + fee),
  paid: (id) =>
    booked(id, 'settle', 'held', 'treasury', amount) + booked(id, 'post', 'held', 'fees', fee),
  returned: (id) => booked(id, 'reverse', 'treasury', 'available', amount),
};
/** A settlement that user 3 asked for; its approval has its number. */
function settlement(id: number, state: string, moments: readonly string[]): string {
  const isApproved = !['REFUSED', 'WITHDRAWN'].includes(state);
  const isPaid = moments.includes('paid');
  const isOver = !['APPROVED', 'PAID'].includes(state);
  return `
  ${isApproved ? approved(id, 'settle', `{"settlementId":${id}}`) : ''}
  insert into settlement (id, account_id, key, destination_id, currency, amount, fee, state, asked_by, approved_approval_request, reference, value_date, paid_at, ended_at)
    overriding system value values (${id}, 1, '${id}', 1, 'XOF', ${amount}, ${fee}, '${state}', 3, ${isApproved ? id : 'null'},
      ${isPaid ? `'VIR', now()::date, now()` : 'null, null, null'}, ${isOver ? 'now()' : 'null'});
  ${moments.map((moment) => entries[moment]!(id)).join('')}`;
}
const floatMove = (request: number, units: number): string => `
  ${approved(request, 'float', `{"route":"float-only","currency":"XOF","amount":"${units}"}`)}
  insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
    values (0, ${900_000 + request}, 'settle', ${units > 0 ? `'provider:float-only', 'treasury'` : `'treasury', 'provider:float-only'`},
      ${Math.abs(units) * 10_000}, 'XOF', 0);
  insert into float_move (approval_request_id, transfer_id, route, currency, amount, reference, value_date)
    values (${request}, ${900_000 + request}, 'float-only', 'XOF', ${units * 10_000}, 'r', now()::date);`;

export const inOrder: readonly InOrder[] = [
  {
    what: 'a provider kept a fee of a success, and it is booked',
    sql: ({ success, withoutCommission }) => `
      update attempt set fee = 10000 where operation_id = ${success} and state = 'SUCCEEDED';
      update attempt set fee = 0 where operation_id = ${withoutCommission} and state = 'SUCCEEDED';
      insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency,
        available_after)
        select 0, 900000, id, 'provider_fee', 'fees', concat('provider:', route), 10000, currency, 0
          from operation where id = ${success};`,
  },
  {
    what: 'settlements are approved, paid, returned before and after they were paid, refused and withdrawn',
    sql: () => `${users}
      insert into payout_destination (account_id, kind, holder, institution, country, scheme, number, added_by, confirmed_by, confirmed_at, usable_from)
        values (1, 'bank', 'Awa', 'BANK', 'SN', 'rib', '1', 1, 2, now(), now() - interval '1 day');
      ${settlement(1, 'APPROVED', ['requested'])}
      ${settlement(2, 'PAID', ['requested', 'paid'])}
      ${settlement(3, 'RETURNED', ['requested', 'paid', 'returned'])}
      ${approved(4, 'settle-return', '{"settlementId":3}')}
      ${settlement(5, 'RETURNED', ['requested', 'released'])}
      ${approved(6, 'settle-return', '{"settlementId":5}')}
      ${settlement(7, 'REFUSED', ['requested', 'released'])}
      ${settlement(8, 'WITHDRAWN', ['requested', 'released'])}`,
  },
  {
    what: 'the last SMS batch that was removed for its age is gone, and its charges stand',
    sql: ({ sent }) => `
      update installation set sms_removed_until = (select max(created_at) from transfer
        where sms_batch_id = ${sent} and verb = 'charge');
      delete from sms_message where batch_id = ${sent};
      delete from sms_batch where id = ${sent};`,
  },
  {
    what: 'an account has spent all that it had',
    sql: () => `insert into balance (account_id, currency) values (1, 'EUR');`,
  },
  {
    what: 'what a provider says later stands on suspense while its case is open',
    sql: ({ failed }) => `${users} ${approved(1, 'resolve', '{}', '1')}
      insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency, available_after, note)
        select 1, 900000, o.id, 'adjust', 'suspense', concat('provider:', o.route), o.amount, o.currency, b.available, 'wish/1: late'
        from operation o join balance b on b.account_id = 1 and b.currency = o.currency where o.id = ${failed};
      insert into operation_case (account_id, operation_id, kind, evidence) values (1, ${failed}, 'late_success', 'paid');`,
  },
  {
    what: 'a float was topped up and given back as two users agreed',
    sql: () => `${users} ${floatMove(1, 5)} ${floatMove(2, -3)}`,
  },
  {
    what: 'the simulator lent us something at two providers, in two currencies',
    sql: () => `
      insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
        values
        (0, 900001, 'fund', 'provider:float-only', 'opening', 50000, 'XOF', 0),
        (0, 900002, 'fund', 'provider:float-only', 'opening', 50000, 'XAF', 0),
        (0, 900003, 'fund', 'provider:gsma-sandbox', 'opening', 50000, 'XOF', 0);`,
  },
  {
    what: 'a batch was approved, and its lines are in every state',
    sql: ({ success, failed, accepted }) => `${users}
      insert into payout_batch (id, account_id, name, file_name, currency, state, made_by, waiting, sending, sent, succeeded, failed, canceled, amount, fees, paid)
        overriding system value values (1, 1, 'b', 'b.csv', 'XOF', 'running', 1, 1, 1, 1, 1, 1, 1, 150030000, 2250000, 50000000);
      ${approved(1, 'payout', '{"batchId":1}', '1')}
      insert into payout_line (batch_id, number, account_id, file_line, phone_given, amount_given, service_given, external_given, name, note,
          phone, amount, code_service, fee, approved_fee, external_id, state, operation_id)
        select 1, row_number() over (order by o.id nulls last, s.state), 1, 2, '', '', '', coalesce(o.external_id, ''), '', '',
          coalesce(o.phone, '+1'), coalesce(o.amount, 10000), coalesce(o.code_service, 's'), coalesce(o.commission, 0), coalesce(o.commission, 0),
          coalesce(o.external_id, s.state), s.state, o.id
        from (values ('succeeded', ${success}), ('failed', ${failed}), ('sent', ${accepted}), ('waiting', null), ('sending', null), ('canceled', null)) s (state, id)
          left join operation o on o.id = s.id;`,
  },
];
