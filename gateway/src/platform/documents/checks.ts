// Checks that changes of the operator's catalogue and of the SMS routing were made by two users
// where money is concerned. Invariant I-50.

import type { Check } from '../doctor/check.ts';

/** What one user may change alone (payments/catalogue/kind.ts). */
const harmlessMembers = `'{name,icon,provider,payerName,orderPrefix,off}'::text[]`;
const harmlessRouteMembers = `'{off,breaker,breakerRule,parkedHours,parkedPerSecond}'::text[]`;

/** One secret can be sealed twice, and an amount written as a number or as a text. */
const plain = (value: string): string =>
  `regexp_replace(regexp_replace((${value})::text, '"sealed": "[^"]*"', '"sealed": ""', 'g'),
    ': "([0-9.]+)"', ': \\1', 'g')`;
const entries = (part: string, name: string, harmless: string): string =>
  `(select string_agg(${plain(`e - ${harmless}`)}, ' ' order by e ->> '${name}')
    from jsonb_array_elements(document::jsonb -> '${part}') as e)`;
const moneyOf = {
  catalogue: `concat(${entries('services', 'code', harmlessMembers)}, ${entries('routes', 'name', harmlessRouteMembers)})`,
  sms_routing: plain(`document::jsonb - '{stopWords,startWords}'::text[]`),
};

const broken = (table: keyof typeof moneyOf, kind: string): string => `
    select format('${kind} version %s was put in force by one person, and says otherwise where money goes', version) as example
      from (select version, made_by, approval_request_id, money,
        lag(money) over (order by version) as before
              from (select version, made_by, approval_request_id, ${moneyOf[table]} as money
                from ${table}) as read) as v
      where made_by is not null and approval_request_id is null and money is distinct from before
    union all
    select format('${kind} version %s: approval request %s is not approved by two users', v.version,
      v.approval_request_id)
      from (select version, made_by, approved_by, approval_request_id,
        lag(version, 1, 0) over (order by version) as before from ${table}) as v
        join approval_request w on w.id = v.approval_request_id
      where w.kind <> '${kind}' or w.state <> 'done' or w.asked_by is distinct from v.made_by
        or w.decided_by is distinct from v.approved_by
        or v.approved_by = v.made_by or w.parameters ->> 'base' is distinct from v.before::text
    union all
    select format('approval request %s was carried out, and no version of the ${kind} came of it',
      w.id)
      from approval_request w where w.kind = '${kind}' and w.state = 'done'
        and not exists (select from ${table} v where v.approval_request_id = w.id)`;

// With those that come back with their service.
const pricesOfAccounts = `(select account_id, code_service, price from account_service
        union all
        select account_id, code_service, price from kept_price k
          where not exists (select from account_service a where a.account_id = k.account_id
            and a.code_service = k.code_service))`;

export const documents: Check = {
  id: 'I-50',
  reach: 'once',
  statement:
    'prices, limits and ways of payments and messages come into force by a command, or by two users who approved exactly that version',
  sql: `
    select format('account %s: its price of %s is not the one that two users approved last',
      s.account_id, s.code_service) as example
      from ${pricesOfAccounts} s, lateral (
        select w.parameters from approval_request w where w.account_id = s.account_id
          and w.kind = 'own-price' and w.state = 'done'
          and w.parameters ->> 'code' = s.code_service order by w.decided_at desc, w.id desc
            limit 1) as agreed
      where s.price is not null and s.price::jsonb is distinct from agreed.parameters::jsonb ->
        'price'
    union all${broken('catalogue', 'catalogue')}
    union all${broken('sms_routing', 'sms-routing')}`,
};
