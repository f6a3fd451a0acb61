// Corruptions that break the invariants of callbacks.

import type { Corruption } from './corruption.ts';
import { operation } from './corruption-sql.ts';

const callback = (id: string, set: string) =>
  `update callback set ${set} where operation_id = ${id};`;
/** What it says now was sent, too. */
const body = (id: string, of: string) =>
  `update callback_body set body = ${of} where operation_id = ${id};
   update callback_attempt a set body_hash = substring(sha256(convert_to(b.body, 'UTF8'))
     from 1 for 8)
     from callback_body b where a.operation_id = ${id} and b.operation_id = ${id};`;

export const callbackCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-20',
    what: 'a result without its callback',
    sql: ({ success }) =>
      ['callback', 'callback_body', 'callback_attempt']
        .map((table) => `delete from ${table} where operation_id = ${success};`)
        .join(' '),
  },
  {
    breaks: 'I-20',
    what: 'a callback that nobody asked for',
    sql: ({ success }) => operation(success, 'callback_url = null'),
  },
  {
    breaks: 'I-21',
    what: 'the callback says the opposite',
    sql: ({ success }) => body(success, `replace(body, 'SUCCESS', 'FAILLED')`),
  },
  {
    breaks: 'I-21',
    what: 'the status beside the body is another',
    sql: ({ success }) => callback(success, `status = 'FAILLED'`),
  },
  {
    breaks: 'I-21',
    what: 'the hash is not the one of the opening',
    sql: ({ success }) => body(success, `replace(body, 'abcdef', 'abcdee')`),
  },
  {
    breaks: 'I-21',
    what: 'the hash was never computed',
    sql: ({ success }) => operation(success, 'callback_hash = null'),
  },
  {
    breaks: 'I-21',
    what: 'the callback names another operation',
    sql: ({ success }) => body(success, `replace(body, '${success}', '1')`),
  },
  {
    breaks: 'I-21',
    what: 'the callback goes elsewhere',
    sql: ({ success }) => callback(success, `url = 'https://thief.example/'`),
  },
  {
    breaks: 'I-22',
    what: 'delivered, but never answered',
    sql: ({ success }) => `delete from callback_attempt where operation_id = ${success}`,
  },
  {
    breaks: 'I-22',
    what: 'delivered, but answered with 500',
    sql: ({ success }) =>
      `update callback_attempt set http_status = 500, error_class = 'status'
        where operation_id = ${success}`,
  },
  {
    breaks: 'I-22',
    what: 'a callback without a next attempt',
    sql: ({ failed }) => callback(failed, 'next_attempt_at = null'),
  },
  {
    breaks: 'I-22',
    what: 'a callback put off',
    sql: ({ failed }) => callback(failed, `next_attempt_at = now() + interval '2 minutes'`),
  },
  {
    breaks: 'I-24',
    what: 'the callback tells another balance',
    sql: ({ success }) =>
      body(
        success,
        `replace(body, '"balanceAfterTransactionInit":', '"balanceAfterTransactionInit":1')`,
      ),
  },
  {
    breaks: 'I-36',
    what: 'a node that is gone holds a callback',
    sql: ({ failed }) => callback(failed, 'lease_owner = 77'),
  },
  {
    breaks: 'I-23',
    what: 'an attempt has sent another body than the stored one',
    sql: ({ success }) =>
      `update callback_attempt set body_hash = substring(sha256('other') from 1 for 8)
        where operation_id = ${success};`,
    reports: [/attempt 1 has sent another body/],
  },
  {
    breaks: 'I-23',
    what: 'a callback has no body',
    sql: ({ failed }) => `delete from callback_body where operation_id = ${failed}`,
    reports: [/without a body/],
  },
];
