// Corruptions that break the invariant of the operator's documents.

import type { Corruption } from './corruption.ts';
import { append } from './user-corruptions.ts';

const two = `insert into portal_user (email, email_key, name) values ('d1@x.sn', 'd1@x.sn', 'A'),
  ('d2@x.sn', 'd2@x.sn', 'B');
  insert into catalogue (document) values ('{"services":[{"code":"A","minimum":5}],"routes":[]}');`;
const user = (email: string): string =>
  `(select id from portal_user where email = '${email}@x.sn')`;
const next = (minimum: number): string =>
  `'{"services":[{"code":"A","minimum":${minimum}}],"routes":[]}'`;

export const documentCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-50',
    what: 'one person alone has changed a limit',
    sql: () =>
      `${two} insert into catalogue (document, made_by) values (${next(6)}, ${user('d1')});`,
  },
  {
    breaks: 'I-50',
    what: 'a version names an approval request of another kind',
    sql: () => `${two} insert into approval_request (kind, parameters, reason, state, asked_by, expires_at)
        values ('fund', '{}', '', 'open', ${user('d1')}, now() + interval '1 day');
      insert into catalogue (document, made_by, approved_by, approval_request_id)
        values (${next(6)}, ${user('d1')}, ${user('d2')}, (select max(id) from approval_request));`,
  },
  {
    breaks: 'I-50',
    what: 'an account has another price than the one two persons agreed on',
    sql: () => `${two} insert into approval_request (kind, account_id, parameters, reason, state, asked_by, decided_by, expires_at)
        values ('own-price', 1, '{"code":"A","price":{"percent":"1"}}', '', 'done', ${user('d1')}, ${user('d2')}, now());
      ${append(1, '"action":"wish.approve","subject":"wish/1","who":{"userId":2}')}
      insert into account_service (account_id, code_service, price) values (1, 'A', '{"percent":"2"}');`,
  },
  {
    breaks: 'I-50',
    what: 'carrier connections were changed by one person',
    sql: () => `${two} insert into sms_routing (document) values ('{"countries":[],"links":[],"routes":[]}');
      insert into sms_routing (document, made_by) values ('{"countries":[],"links":[{"name":"x"}],"routes":[]}', ${user('d1')});`,
  },
];
