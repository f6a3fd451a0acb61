// Checks that every result has its callback and that it says what the operation says. Invariants
// I-20 to I-24.

import { isArchived } from '../../platform/db/partitions.ts';
import { literals } from '../../platform/doctor/check.ts';
import type { Check } from '../../platform/doctor/check.ts';
import { joinBody } from './select.ts';
import { executedStates } from '../operations/checks-states.ts';

/** Retries come after 60 ± 5 s (rule C4). */
const retrySecondsMax = 65;
/** A link service's answer may be under way for 4 s before the grace time starts (rule O10). */
const linkAnswerSecondsMax = 4;

/** Reached SUCCESS or FAILED (rule C1); REFUNDING and REFUNDED came through SUCCESS. */
const hasResult = (alias: string) =>
  `${alias}.state in (${literals([...executedStates, 'FAILED'])})`;
/** A failed attempt to pay a checkout is not reported: the next one may pay it (decisions/0172). */
const isReported = (alias: string) =>
  `${hasResult(alias)} and not (${alias}.state = 'FAILED' and ${alias}.details -> 'checkout' is not null)`;
const wireStatus = (alias: string) =>
  `case ${alias}.state when 'FAILED' then 'FAILLED' else 'SUCCESS' end`;

export const oneCallback: Check = {
  id: 'I-20',
  statement:
    'each operation that reached SUCCESS or FAILED and has a callback URL has one callback, no other and no failed attempt of a checkout has one; a second one reports only CANCELED or REFUNDED',
  sql: `
    select format('account %s operation %s: %s without its callback', o.account_id, o.id,
      o.state) as example
      from operation o
      where o.callback_url is not null and ${isReported('o')}
        and not exists (select from callback c where c.account_id = o.account_id
          and c.operation_id = o.id and not c.second)
    union all
    select format('account %s operation %s: %s, callback URL %s, has a callback', o.account_id,
      o.id, o.state, coalesce(o.callback_url, 'none'))
      from callback c join operation o on o.account_id = c.account_id and o.id = c.operation_id
      where case when c.second then o.state not in ('CANCELED', 'REFUNDED') or c.status <> o.state
        else o.callback_url is null or not (${isReported('o')}) end`,
};

export const callbackSaysTheSame: Check = {
  id: 'I-21',
  statement: "each callback's address, status, hash, ids and voucher are the operation's",
  sql: `
    select format('account %s operation %s, %s: callback to %s says %s %s, hash %s', o.account_id,
      o.id, o.state, c.url, c.status, b.status,
        case when b."sha256Hash" = encode(o.callback_hash, 'hex') then 'right'
          else 'wrong' end) as example
    from callback c
      join operation o on o.account_id = c.account_id and o.id = c.operation_id
      ${joinBody}
      cross join lateral json_to_record(s.body::json) as b (status text, "sha256Hash" text,
        transaction json)
      cross join lateral json_to_record(b.transaction) as t ("transactionId" text,
        "externalTransactionId" text, voucher json)
    where not c.second and ${hasResult('o')} and o.callback_url is not null
      and (c.url <> o.callback_url or c.status <> ${wireStatus('o')}
        or b.status is distinct from c.status
        or b."sha256Hash" is distinct from encode(o.callback_hash, 'hex')
        or t."transactionId" is distinct from o.id::text
          or t."externalTransactionId" is distinct from o.external_id
        or t.voucher::text is distinct from o.voucher::text)`,
};

export const sameBody: Check = {
  id: 'I-23',
  statement: 'each callback has a body, and every attempt of it has sent that one',
  sql: `
    select format('account %s operation %s: attempt %s has sent another body than the stored one',
      a.account_id, a.operation_id, a.number) as example
    from callback_attempt a
      join callback_body b on b.account_id = a.account_id and b.operation_id = a.operation_id
        and b.second = a.second
    where a.body_hash <> substring(sha256(convert_to(b.body, 'UTF8')) from 1 for 8)
    union all
    select format('account %s operation %s: a callback without a body', c.account_id,
      c.operation_id)
    from callback c where not exists (
      select from callback_body b where b.operation_id = c.operation_id
        and b.account_id = c.account_id and b.second = c.second)
      and not ${isArchived('c.operation_id')}`,
};

export const delivery: Check = {
  id: 'I-22',
  statement: `each delivered callback was answered with 200, each other one is due within ${retrySecondsMax} s or abandoned`,
  sql: `
    select format('account %s operation %s: delivered without an answer of 200', c.account_id,
      c.operation_id) as example
      from callback c
      where c.state = 'delivered' and not exists (
        select from callback_attempt a
        where a.account_id = c.account_id and a.operation_id = c.operation_id
          and a.second = c.second
          and a.http_status = 200 and a.error_class is null
      ) and not ${isArchived('c.operation_id')}
    union all
    select format('account %s operation %s: due %s', c.account_id, c.operation_id,
      coalesce(c.next_attempt_at::text, 'never'))
      from callback c
      where c.state = 'due' and coalesce(c.next_attempt_at, 'infinity') > jokko_now() + greatest(
        interval '${retrySecondsMax} seconds', make_interval(secs => (select callback_grace_ms
          from account where id = c.account_id) / 1000.0 + ${linkAnswerSecondsMax}))`,
};

export const balancesReported: Check = {
  id: 'I-24',
  statement:
    'balance after − before is minus the hold (0 without one), in the operation and in its callback',
  sql: `
    select format('account %s operation %s, %s of %s + %s: balance %s before, %s after', account_id,
      id, direction, amount, commission,
        balance_before, balance_after) as example
      from operation
      where balance_after - balance_before <>
        case when direction = 'DEBIT' and proof is distinct from 'refused_at_opening'
          then -(amount + commission) else 0 end
    union all
    select format('account %s operation %s: callback tells %s before, %s after', o.account_id, o.id,
      t."balanceBeforeTransactionInit",
        t."balanceAfterTransactionInit")
      from callback c
        join operation o on o.account_id = c.account_id and o.id = c.operation_id
        ${joinBody}
        cross join lateral json_to_record(s.body::json) as b (transaction json)
        cross join lateral json_to_record(b.transaction) as t ("balanceBeforeTransactionInit"
          numeric, "balanceAfterTransactionInit" numeric)
      where t."balanceBeforeTransactionInit" * 10000 is distinct from o.balance_before
        or t."balanceAfterTransactionInit" * 10000 is distinct from o.balance_after`,
};
