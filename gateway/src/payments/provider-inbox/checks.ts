// Checks that no word of a provider is forgotten. Invariant I-30.

import type { Check } from '../../platform/doctor/check.ts';

/** By then the answer that names an attempt has come, or never will. */
const waitingMinutesMax = 10;

export const noticesMatched: Check = {
  id: 'I-30',
  statement: `each notice from a provider is matched, ignored with a reason, or younger than ${waitingMinutesMax} minutes`,
  reach: { provider_inbox: 'id' },
  sql: `
    select format('notice %s of route %s waits since %s for reference %s', id, route, received_at,
      coalesce(our_reference, provider_reference)) as example
      from provider_inbox where state = 'waiting'
        and received_at < jokko_now() - interval '${waitingMinutesMax} minutes'
    union all
    select format('notice %s of route %s is %s without saying of what or why', id, route, state)
      from provider_inbox
      where (state = 'matched' and operation_id is null)
        or (state = 'ignored' and coalesce(reason, '') = '')
    union all
    select format('notice %s is matched to transaction %s, which account %s does not have', i.id,
      i.operation_id, i.account_id)
      from provider_inbox i
      -- By key: the notices are few.
      where i.state = 'matched' and not exists (select from public.operation o
        where o.id = i.operation_id and o.account_id = i.account_id offset 0)`,
};
