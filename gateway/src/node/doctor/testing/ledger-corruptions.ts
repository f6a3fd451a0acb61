// Corruptions that break the invariants of the ledger.

import type { Corruption } from './corruption.ts';
import { strayTransfer } from './corruption-sql.ts';

export const ledgerCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-01',
    what: 'money comes from an account that does not exist',
    reports: [/sums to .*, not 0/, /'founding', which is no ledger account/],
    sql: () => `update transfer set debit = 'founding' where id = 1`,
  },
  {
    breaks: 'I-01',
    what: 'money moves between two accounts that do not exist',
    sql: () => strayTransfer(1, 'null', 'fund', 'founding', 'nowhere'),
  },
  {
    breaks: 'I-02',
    what: 'a transfer goes round in a circle',
    sql: () =>
      `alter table transfer drop constraint transfer_check; ${strayTransfer(1, 'null', 'fund', 'available', 'available')}`,
  },
  {
    breaks: 'I-02',
    what: 'a transfer moves nothing',
    sql: () => `alter table transfer drop constraint transfer_amount_check;
      ${strayTransfer(1, 'null', 'fund', 'funding', 'treasury')} update transfer set amount = 0
        where id = 900000`,
  },
  {
    breaks: 'I-03',
    what: 'the available balance was edited',
    sql: () => `update balance set available = available + 1 where account_id = 1`,
  },
  {
    breaks: 'I-03',
    what: 'the held balance was edited',
    reports: [/held .*, transfers say/, /held .*, open operations and settlements hold/],
    sql: () => `update balance set held = held - 1 where account_id = 1`,
  },
  {
    breaks: 'I-03',
    what: 'a balance row is gone',
    sql: () => `delete from balance where account_id = 2`,
  },
  {
    breaks: 'I-04',
    what: 'more was taken than was there',
    sql: () => `alter table balance drop constraint balance_available_check; alter table transfer
      drop constraint transfer_available_after_check;
      insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after)
        select account_id, 900000, 'fund', 'available', 'funding', available + 7, currency, -7
          from balance where account_id = 2;
      update balance set available = -7 where account_id = 2`,
  },
  {
    breaks: 'I-05',
    what: 'the table can be changed',
    sql: () => `alter table transfer disable trigger transfer_append_only`,
  },
  {
    breaks: 'I-05',
    what: 'the history can be changed',
    sql: () => `drop trigger operation_transition_append_only on operation_transition`,
  },
  {
    breaks: 'I-05',
    what: 'the trigger that keeps one period of requests append-only was dropped',
    sql: () => `drop trigger attempt_request_frozen on attempt_request_p1`,
  },
  {
    breaks: 'I-05',
    what: 'the body of a callback can be changed',
    sql: () => `drop trigger callback_body_frozen on callback_body`,
  },
  {
    breaks: 'I-05',
    what: 'a transfer was rewritten',
    sql: ({ success }) =>
      `update transfer set available_after = available_after + 1 where operation_id = ${success}
        and verb = 'hold'`,
  },
  {
    breaks: 'I-06',
    also: 'I-51',
    what: 'a success was posted to the wrong provider',
    sql: ({ success }) =>
      `update transfer set credit = 'provider:other' where operation_id = ${success}
        and credit like 'provider:%'`,
  },
  {
    breaks: 'I-06',
    what: 'a failure gave the hold back by the wrong verb',
    sql: ({ failed }) =>
      `update transfer set verb = 'credit' where operation_id = ${failed} and verb = 'void'`,
  },
  {
    breaks: 'I-06',
    what: 'the hold of one operation was released for another',
    sql: ({ accepted, canceled }) =>
      `update transfer set operation_id = ${accepted} where operation_id = ${canceled}
        and verb = 'void'`,
  },
  {
    breaks: 'I-06',
    // The float of all operations together is right, that of one part is not.
    alsoInParts: 'I-51',
    what: 'a collection was credited to the developer under another operation',
    sql: ({ collected, notCollected }) =>
      `update transfer set operation_id = ${notCollected} where operation_id = ${collected}`,
  },
  {
    breaks: 'I-06',
    what: 'a commission was given back for an operation that was not refunded',
    sql: ({ refunded, success }) =>
      `update transfer set operation_id = ${success} where operation_id = ${refunded}
        and debit = 'fees'`,
  },
  {
    breaks: 'I-51',
    what: 'a provider told a fee that was not booked',
    sql: ({ success }) => `update attempt set fee = 5 where operation_id = ${success}`,
  },
  {
    breaks: 'I-51',
    what: 'a fee was taken from a developer',
    reports: [/kept 0 XOF, booked are 5/, /for account 1/],
    sql: ({ success }) =>
      strayTransfer(1, String(success), 'provider_fee', 'fees', 'provider:gsma-sandbox'),
  },
  {
    breaks: 'I-07',
    what: 'a transfer without operation is no funding',
    sql: () => strayTransfer(1, 'null', 'post', 'fees', 'funding'),
  },
  {
    breaks: 'I-07',
    what: 'a transfer names an operation that does not exist',
    sql: () => strayTransfer(1, '42', 'post', 'fees', 'funding'),
  },
  {
    breaks: 'I-07',
    what: 'a charge belongs to no SMS batch',
    sql: () => strayTransfer(1, 'null', 'charge', 'sms:CI', 'sms:SN'),
  },
  {
    breaks: 'I-07',
    what: 'a transfer stands for an operation and for an SMS batch',
    sql: ({ success, sent }) =>
      `update transfer set sms_batch_id = ${sent} where operation_id = ${success}
        and verb = 'hold'`,
  },
];
