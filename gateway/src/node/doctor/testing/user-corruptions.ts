// Corruptions that break the invariants of the portal. A chain of three audit entries is created
// first, and then damaged.

import type { Corruption } from './corruption.ts';

/**
 * Adds an entry to an audit log that has none beyond the one before; `more` members of its body.
 */
export const append = (number: number, more = '"action":"session.begin"'): string => `
  insert into audit_entry (number, previous_hash, hash, body)
    select ${number}, h.hash, sha256(h.hash || convert_to(b.body, 'UTF8')), b.body
    from audit_head h, (select '{"at":"2026-01-01T00:00:00.000Z","number":${number},${more}}'
      as body) as b;
  update audit_head set number = ${number}, hash = (select hash from audit_entry
    where number = ${number});`;
const chain = [1, 2, 3].map((number) => append(number)).join('');

const two = `insert into portal_user (email, email_key, name) values ('a@x.sn', 'a@x.sn', 'A'),
  ('b@x.sn', 'b@x.sn', 'B');`;
const approvalRequest = (decidedBy: number): string =>
  `insert into approval_request (kind, parameters, reason, state, asked_by, expires_at, decided_by)
    values ('x', '{}', '', 'done', 1, now(), ${decidedBy});`;

export const usersCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-40',
    what: 'an audit entry was changed',
    sql: () =>
      `${chain} update audit_entry set body = replace(body, 'begin', 'forge') where number = 2;`,
  },
  {
    breaks: 'I-40',
    what: 'an audit entry is gone',
    sql: () => `${chain} delete from audit_entry where number = 2;`,
  },
  {
    breaks: 'I-40',
    what: 'the last audit entry is gone',
    sql: () => `${chain} delete from audit_entry where number = 3;`,
  },
  {
    breaks: 'I-40',
    what: 'all audit entries are gone',
    sql: () => `${chain} delete from audit_entry;`,
  },
  {
    breaks: 'I-40',
    what: 'an audit entry was exchanged and its own hash made anew',
    sql: () => `${chain} update audit_entry set body = replace(body, 'begin', 'forge') where number = 2;
      update audit_entry set hash = sha256(previous_hash || convert_to(body, 'UTF8')) where number = 2;`,
  },
  {
    breaks: 'I-40',
    what: 'the head of the audit log is gone',
    sql: () => `delete from audit_head;`,
  },
  {
    breaks: 'I-31',
    what: 'two persons booked the same success of a failed operation twice',
    sql: ({ failed }) => `${two} ${approvalRequest(2)} update approval_request set account_id = 1;
      ${append(1, '"action":"wish.approve","subject":"wish/1","who":{"userId":2}')}
      insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency, available_after, note)
      select account_id, n, ${failed}, 'adjust', 'funding', 'provider:x', 50000000, currency, available, 'wish/1: so'
      from balance, generate_series(900000, 900001) as n where account_id = 1;`,
  },
  {
    breaks: 'I-41',
    what: 'somebody approved an approval request of their own',
    sql: () =>
      `alter table approval_request drop constraint approval_request_check; ${two} ${approvalRequest(1)}`,
  },
  {
    breaks: 'I-41',
    what: 'an approval request was carried out that nobody is known to have approved',
    sql: () => `${two} ${approvalRequest(2)}`,
  },
  {
    breaks: 'I-41',
    what: 'a form whose answer was lost asked twice',
    sql: () => `${two} drop index approval_request_asked_once;
      insert into approval_request (kind, parameters, reason, asked_by, expires_at, ask_key) select 'x', '{}', '', 1, now(), 'one form' from generate_series(1, 2)`,
  },
  {
    breaks: 'I-41',
    what: 'a seat does not say any more who changed it',
    sql: () => `${two} insert into membership (user_id, side, role, created_at) values (1, 'operator', 'finance', '2025-12-31');
      ${append(1, '"action":"member.change","subject":"person/1","who":{"userId":2}')}`,
  },
  {
    breaks: 'I-41',
    what: 'an outcome was decided, and no approval request says by whom',
    sql: ({ success }) => `update operation set proof = 'operator' where id = ${success};`,
  },
  {
    breaks: 'I-41',
    what: 'a case was explained without two persons',
    sql: ({
      success,
    }) => `insert into operation_case (account_id, operation_id, kind, evidence, resolved_at,
      resolution)
      values (1, ${success}, 'late_failure', '', now(), 'explained');`,
  },
  {
    breaks: 'I-41',
    what: 'what an operation has moved was corrected without two persons',
    sql: ({
      failed,
    }) => `insert into transfer (account_id, id, operation_id, verb, debit, credit, amount,
      currency, available_after, note)
      select account_id, 900000, ${failed}, 'adjust', 'funding', 'provider:x', 50000000, currency,
        available, 'so' from balance where account_id = 1;`,
  },
];
