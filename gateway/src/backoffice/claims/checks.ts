// Checks that whoever wants to be told of a claim is told of each change of its state (rule S5).
// Invariant I-46.

import { isArchived } from '../../platform/db/partitions.ts';
import type { Check } from '../../platform/doctor/check.ts';

export const claimsTold: Check = {
  id: 'I-46',
  reach: 'once',
  statement:
    'each change of state of a claim with a callback URL has its callback, which says the new state; no other has one',
  sql: `
    select format('account %s claim %s: the change to %s %s a callback', c.account_id, c.reference,
      e.to_status,
        case when e.callback_id is null then 'lacks' else 'has' end) as example
      from claim_event e join claim c on c.account_id = e.account_id and c.id = e.claim_id
      where (e.callback_id is not null) <> (e.to_status is not null and c.callback_url is not null)
    union all
    select format('account %s claim %s: the callback %s of the change to %s is to %s and says %s',
      c.account_id, c.reference, e.callback_id,
        e.to_status, coalesce(b.url, 'nowhere'), coalesce(b.status, 'nothing'))
      from claim_event e join claim c on c.account_id = e.account_id and c.id = e.claim_id
        -- By key: the events are few.
        left join lateral (
          select operation_id, account_id, second, url, status from callback b
            where b.operation_id = e.callback_id and b.account_id = e.account_id
            and not b.second offset 0) b on true
        left join lateral (
          select body from callback_body s where s.operation_id = b.operation_id
            and s.account_id = b.account_id and s.second = b.second offset 0) s on true
      where e.callback_id is not null and (b.url is distinct from c.callback_url
        or b.status is distinct from e.to_status
        or s.body::json->'claim'->>'claimRef' is distinct from c.reference
          and not ${isArchived('e.callback_id')})`,
};
