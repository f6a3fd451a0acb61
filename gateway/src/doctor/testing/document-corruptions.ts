// Which damage breaks the invariant of the operator's documents?

import type { Corruption } from './corruptions.ts';
import { append } from './people-corruptions.ts';

const two = `insert into person (email, email_key, name) values ('d1@x.sn', 'd1@x.sn', 'A'), ('d2@x.sn', 'd2@x.sn', 'B');
  insert into catalogue (document) values ('{"services":[{"code":"A","minimum":5}],"routes":[]}');`;
const person = (email: string): string => `(select id from person where email = '${email}@x.sn')`;
const next = (minimum: number): string => `'{"services":[{"code":"A","minimum":${minimum}}],"routes":[]}'`;

export const documentCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-50',
    what: 'one person alone has changed a limit',
    sql: () => `${two} insert into catalogue (document, made_by) values (${next(6)}, ${person('d1')});`,
  },
  {
    breaks: 'I-50',
    what: 'a version names a wish of another kind',
    sql: () => `${two} insert into wish (kind, parameters, reason, state, asked_by, expires_at)
        values ('fund', '{}', '', 'open', ${person('d1')}, now() + interval '1 day');
      insert into catalogue (document, made_by, approved_by, wish_id)
        values (${next(6)}, ${person('d1')}, ${person('d2')}, (select max(id) from wish));`,
  },
  {
    breaks: 'I-50',
    what: 'an account has another price than the one two persons agreed on',
    sql: () => `${two} insert into wish (kind, account_id, parameters, reason, state, asked_by, decided_by, expires_at)
        values ('own-price', 1, '{"code":"A","price":{"percent":"1"}}', '', 'done', ${person('d1')}, ${person('d2')}, now());
      ${append(1, '"action":"wish.approve","subject":"wish/1","who":{"personId":2}')}
      insert into account_service (account_id, code_service, price) values (1, 'A', '{"percent":"2"}');`,
  },
  {
    breaks: 'I-50',
    what: 'links of SMS were changed by one person',
    sql: () => `${two} insert into sms_routing (document) values ('{"countries":[],"links":[],"routes":[]}');
      insert into sms_routing (document, made_by) values ('{"countries":[],"links":[{"name":"x"}],"routes":[]}', ${person('d1')});`,
  },
];
