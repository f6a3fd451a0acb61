// Corruptions that break the invariants of operations and their attempts.

import type { Corruption } from './corruption.ts';
import { operation, strayTransfer } from './corruption-sql.ts';

const attempt = (id: string, set: string, number = 1) =>
  `update attempt set ${set} where operation_id = ${id} and number = ${number};`;
const copyAttempt = (id: string, number: number, purpose: string, state: string) =>
  `insert into attempt (account_id, operation_id, number, purpose, route, state, refs, created_at,
    sent_at, updated_at)
    select account_id, operation_id, ${number}, '${purpose}', route, '${state}', refs, created_at,
      sent_at, updated_at
    from attempt where operation_id = ${id} and number = 1;
   insert into attempt_request (operation_id, account_id, number, prepared)
    select operation_id, account_id, ${number}, prepared from attempt_request
      where operation_id = ${id} and number = 1;
   update operation set attempts = ${number} where id = ${id};`;

const outcomeCase = (id: string, kind: string) =>
  `insert into operation_case (account_id, operation_id, kind, evidence)
    values (1, ${id}, '${kind}', 'x');`;
const routeOfHours = (hours: number) =>
  `insert into catalogue (document)
    values ('{"services": [], "routes": [{"name": "quick", "connector": "x", "config": {}, "resultWithinHours": ${hours}}]}');`;

const notice = (values: string) =>
  `insert into provider_inbox (route, payload_hash, our_reference, state, account_id, operation_id,
    received_at) values ('r', 'x', 'y', ${values})`;

export const operationCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-09',
    what: 'money on suspense without a case',
    sql: () => strayTransfer(1, 'null', 'fund', 'funding', 'suspense'),
  },
  {
    breaks: 'I-10',
    what: 'a change that the graph does not know',
    sql: ({
      success,
    }) => `update operation_transition set to_state = 'PARKED' where operation_id = ${success}
      and to_state = 'ACCEPTED';
      update operation_transition set from_state = 'PARKED' where operation_id = ${success}
        and from_state = 'ACCEPTED'`,
  },
  {
    breaks: 'I-10',
    what: 'a step of the history is missing',
    sql: ({ success }) =>
      `delete from operation_transition where operation_id = ${success} and to_state = 'ACCEPTED'`,
  },
  {
    breaks: 'I-10',
    what: 'the whole history is missing',
    sql: ({ success }) => `delete from operation_transition where operation_id = ${success}`,
  },
  {
    breaks: 'I-10',
    what: 'the history ends elsewhere',
    sql: ({ canceledAtProvider: id }) =>
      `update operation_transition set to_state = 'FAILED' where operation_id = ${id}
        and to_state = 'CANCELED'`,
  },
  {
    breaks: 'I-10',
    what: 'the history begins in the middle',
    sql: ({ success }) =>
      `delete from operation_transition where operation_id = ${success}
        and from_state in ('READY', 'SENDING')`,
  },
  {
    breaks: 'I-11',
    what: 'an external id was used twice',
    sql: ({
      free,
      successUnannounced,
    }) => `alter table operation drop constraint operation_external_id_account_id_key;
      ${operation(free, `external_id = 'order-${successUnannounced}'`)}`,
  },
  {
    breaks: 'I-29',
    what: 'two payments have one provider reference',
    sql: ({ success, collected }) =>
      operation(
        collected,
        `provider_reference = (select provider_reference from operation where id = ${success})`,
      ),
  },
  {
    breaks: 'I-30',
    what: 'a notice waits for its attempt for ever',
    sql: () => notice(`'waiting', null, null, jokko_now() - interval '11 minutes'`),
  },
  {
    breaks: 'I-30',
    what: 'a notice was ignored and nobody says why',
    sql: () => notice(`'ignored', null, null, jokko_now()`),
  },
  {
    breaks: 'I-30',
    what: 'a notice was matched to what does not exist',
    sql: () => notice(`'matched', 1, 1, jokko_now()`),
  },
  {
    breaks: 'I-12',
    what: 'two attempts are live',
    sql: ({ accepted }) => copyAttempt(accepted, 2, 'execute', 'SENDING'),
  },
  {
    breaks: 'I-12',
    what: 'nothing refuses a second live attempt',
    sql: () => 'alter table attempt disable trigger attempt_one_live',
  },
  {
    breaks: 'I-12',
    what: 'nothing refuses a second live attempt of one period',
    sql: () => 'alter table attempt_p1 disable trigger attempt_one_alive_again',
  },
  {
    breaks: 'I-12',
    what: 'an attempt is missing',
    sql: ({ accepted }) =>
      `delete from attempt where operation_id = ${accepted}; delete from attempt_request
        where operation_id = ${accepted}`,
  },
  {
    breaks: 'I-12',
    what: 'what an attempt sends is missing',
    sql: ({ accepted }) => `delete from attempt_request where operation_id = ${accepted}`,
    reports: [/attempt 1 without what it sends/],
  },
  {
    breaks: 'I-12',
    what: 'the numbers have a gap',
    sql: ({ success }) =>
      `${attempt(success, 'number = 2')} update attempt_request set number = 2 where operation_id = ${success}; ${operation(success, 'attempts = 2')}`,
  },
  {
    breaks: 'I-12',
    what: 'a final operation has a live attempt',
    sql: ({ success }) => attempt(success, `state = 'ACCEPTED'`),
  },
  {
    breaks: 'I-13',
    what: 'nobody will look at an unknown outcome again',
    sql: ({ unknown }) => operation(unknown, 'next_step_at = null'),
  },
  {
    breaks: 'I-13',
    what: 'a final operation has an alarm clock',
    sql: ({ failed }) => operation(failed, 'next_step_at = now()'),
  },
  {
    breaks: 'I-14',
    what: 'nobody sends a ready operation',
    sql: ({ ready }) => operation(ready, `next_step_at = now() - interval '61 seconds'`),
  },
  {
    breaks: 'I-14',
    what: 'a sending never ended',
    sql: ({ sending }) => attempt(sending, `sent_at = now() - interval '91 seconds'`),
  },
  {
    breaks: 'I-14',
    what: 'no human was called for an unknown outcome',
    sql: ({ unknown }) => attempt(unknown, `sent_at = now() - interval '4 days', queries = 80`),
  },
  {
    breaks: 'I-14',
    what: 'nobody asks about an unknown outcome, and no human was called',
    sql: ({ unknown }) =>
      `${attempt(
        unknown,
        `sent_at =
        now() - interval '4 days'`,
      )} ${operation(
        unknown,
        `next_step_at
        = now() - interval '2 hours'`,
      )}`,
  },
  {
    breaks: 'I-17',
    what: 'a case about a known outcome is open',
    sql: ({ success, failed }) =>
      `${outcomeCase(success, 'unknown_outcome')} ${outcomeCase(failed, 'overdue_result')}`,
    reports: [/is SUCCESS, and its case \d+ \(unknown_outcome\)/, /is FAILED, .*overdue_result/],
  },
  {
    breaks: 'I-18',
    what: 'an accepted operation waits for more than a day, and nobody is told',
    sql: ({ accepted }) => attempt(accepted, `sent_at = now() - interval '26 hours', queries = 80`),
  },
  {
    breaks: 'I-18',
    what: 'an accepted operation waits for longer than its route allows, and nobody is told',
    sql: ({ accepted }) =>
      `${routeOfHours(2)} ${attempt(
        accepted,
        `sent_at = now() - interval '4 hours', queries = 80,
        route = 'quick'`,
      )}`,
  },
  {
    breaks: 'I-18',
    what: 'nobody asks about an accepted operation, and nobody is told',
    sql: ({ accepted }) =>
      `${attempt(
        accepted,
        `sent_at =
        now() - interval '2 days'`,
      )} ${operation(accepted, `next_step_at = now() - interval '2 hours'`)}`,
  },
  {
    breaks: 'I-15',
    what: "a success without the provider's reference",
    sql: ({ success }) => operation(success, 'provider_reference = null'),
  },
  {
    breaks: 'I-15',
    what: 'a failure by a timer',
    sql: ({ failed }) => operation(failed, `proof = 'timed_out'`),
  },
  {
    breaks: 'I-15',
    what: 'a failure without proof',
    sql: ({ failed }) => operation(failed, 'proof = null'),
  },
  {
    breaks: 'I-15',
    what: 'a cancellation without proof',
    sql: ({ canceled }) => operation(canceled, 'proof = null'),
  },
  {
    breaks: 'I-15',
    what: 'a sent operation failed as never sent',
    sql: ({ failed }) => operation(failed, `proof = 'never_sent'`),
  },
  {
    breaks: 'I-24',
    what: 'the balances do not differ by the hold',
    sql: ({ accepted }) => operation(accepted, 'balance_after = balance_after + 1'),
  },
  {
    breaks: 'I-24',
    what: 'a collection changed the balance told',
    sql: ({ collecting }) => operation(collecting, 'balance_after = balance_after - amount'),
  },
  {
    breaks: 'I-31',
    what: 'a failure was refunded',
    sql: ({ failed }) => copyAttempt(failed, 2, 'refund', 'FAILED'),
  },
  {
    breaks: 'I-31',
    what: 'two refunds succeeded',
    sql: ({ refunded }) => copyAttempt(refunded, 3, 'refund', 'SUCCEEDED'),
  },
  {
    breaks: 'I-35',
    what: 'a secret under another key',
    sql: () =>
      `update account set webhook_secret_sealed = overlay(webhook_secret_sealed placing '\\x09'
        from 2) where id = 2`,
  },
  {
    breaks: 'I-35',
    what: 'a secret that is not sealed',
    sql: () => `update account set webhook_secret_sealed = 'whsec_plain' where id = 2`,
  },
  {
    breaks: 'I-35',
    what: 'a secret of the catalogue under another key',
    sql: () =>
      `insert into catalogue (document)
        values ('{"secret": {"sealed": "${Buffer.from('0109020304'.padEnd(90, '0'), 'hex').toString('base64')}"}}')`,
  },
  {
    breaks: 'I-36',
    what: 'a dead node holds an operation',
    sql: ({ accepted }) =>
      `${operation(accepted, 'lease_owner = 1')} update node set lease_until = now() - interval '2 minutes'`,
  },
  {
    breaks: 'I-37',
    what: "a discrepancy names another account's operation",
    sql: ({ success }) =>
      `insert into operation_case (account_id, operation_id, kind, evidence)
        values (2, ${success}, 'late_success', 'x')`,
  },
  {
    breaks: 'I-37',
    what: "a claim names another account's operation",
    sql: ({ success }) =>
      `insert into claim (account_id, operation_id, reference, subject, message, status)
        values (2, ${success}, 'C00000000000001', 's', 'm', 'OPENED')`,
  },
  {
    breaks: 'I-37',
    what: 'a bill is paid by an operation that does not exist',
    sql: () => `insert into bill_payment values ('BILLERA_SN_BILL_PAY', '1', 'F1', 1, 42)`,
  },
  {
    breaks: 'I-37',
    what: "a transfer names another account's operation",
    sql: ({ success }) => strayTransfer(2, success, 'post', 'fees', 'funding'),
  },
  {
    breaks: 'I-34',
    what: 'a secret and a card number are in a text',
    sql: ({ failed, canceled }) =>
      `${operation(failed, `error_message = 'bad key hmac_${'x'.repeat(43)}'`)} ${operation(canceled, `error_message = 'card 4111111111111111 refused'`)}`,
    reports: [
      /^operation\.error_message of row .*begins with hmac_$/,
      /^operation\.error_message of row .* a card number$/,
    ],
  },
];
