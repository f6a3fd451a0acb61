// Which damage breaks exactly one invariant? Each entry is SQL on the correct small database, run with triggers off.

import type { Ids } from './correct.ts';
import { documentCorruptions } from './document-corruptions.ts';
import { payoutCorruptions } from './payout-corruptions.ts';
import { payoutLineCorruptions } from './payout-line-corruptions.ts';
import { peopleCorruptions } from './people-corruptions.ts';
import { reconciliationCorruptions } from './reconciliation-corruptions.ts';
import { settlementCorruptions } from './settlement-corruptions.ts';

export interface Corruption {
  breaks: string;
  what: string;
  sql(ids: Ids): string;
}

const operation = (id: string, set: string) => `update operation set ${set} where id = ${id};`;
const attempt = (id: string, set: string, number = 1) => `update attempt set ${set} where operation_id = ${id} and number = ${number};`;
const callback = (id: string, set: string) => `update callback set ${set} where operation_id = ${id};`;
const message = (batchId: string, set: string, position: number) =>
  `update sms_message set ${set} where batch_id = ${batchId} and position = ${position};`;
/** A transfer that moves nothing of the developer's; its balance stays what it was. */
const strayTransfer = (account: number, operationId: string, verb: string, debit: string, credit: string) =>
  `insert into transfer (account_id, id, operation_id, verb, debit, credit, amount, currency, available_after) overriding system value
    select account_id, 900000, ${operationId}, '${verb}', '${debit}', '${credit}', 5, currency, available from balance where account_id = ${account};`;
const copyAttempt = (id: string, number: number, purpose: string, state: string) =>
  `insert into attempt (account_id, operation_id, number, purpose, route, state, prepared, refs, created_at, sent_at, updated_at)
    select account_id, operation_id, ${number}, '${purpose}', route, '${state}', prepared, refs, created_at, sent_at, updated_at
    from attempt where operation_id = ${id} and number = 1; update operation set attempts = ${number} where id = ${id};`;

export const corruptions: readonly Corruption[] = [
  {
    breaks: 'I-01',
    what: 'money comes from an account that does not exist',
    sql: () => `update transfer set debit = 'founding' where id = 1`,
  },
  {
    breaks: 'I-02',
    what: 'a transfer goes round in a circle',
    sql: () => `alter table transfer drop constraint transfer_check; ${strayTransfer(1, 'null', 'fund', 'available', 'available')}`,
  },
  {
    breaks: 'I-03',
    what: 'the available balance was edited',
    sql: () => `update balance set available = available + 1 where account_id = 1`,
  },
  { breaks: 'I-03', what: 'the held balance was edited', sql: () => `update balance set held = held - 1 where account_id = 1` },
  { breaks: 'I-03', what: 'a balance row is gone', sql: () => `delete from balance where account_id = 2` },
  {
    breaks: 'I-04',
    what: 'more was taken than was there',
    sql: () => `alter table balance drop constraint balance_available_check; alter table transfer drop constraint transfer_available_after_check;
      insert into transfer (account_id, id, verb, debit, credit, amount, currency, available_after) overriding system value
        select account_id, 900000, 'fund', 'available', 'funding', available + 7, currency, -7 from balance where account_id = 2;
      update balance set available = -7 where account_id = 2`,
  },
  { breaks: 'I-05', what: 'the table can be changed', sql: () => `alter table transfer disable trigger transfer_append_only` },
  {
    breaks: 'I-05',
    what: 'the history can be changed',
    sql: () => `drop trigger operation_transition_append_only on operation_transition`,
  },
  {
    breaks: 'I-05',
    what: 'a transfer was rewritten',
    sql: ({ success }) => `update transfer set available_after = available_after + 1 where operation_id = ${success} and verb = 'hold'`,
  },
  {
    breaks: 'I-06',
    what: 'a success was posted to the wrong provider',
    sql: ({ success }) => `update transfer set credit = 'provider:other' where operation_id = ${success} and credit like 'provider:%'`,
  },
  {
    breaks: 'I-06',
    what: 'a failure gave the hold back by the wrong verb',
    sql: ({ failed }) => `update transfer set verb = 'credit' where operation_id = ${failed} and verb = 'void'`,
  },
  {
    breaks: 'I-06',
    what: 'the hold of one operation was released for another',
    sql: ({ accepted, canceled }) => `update transfer set operation_id = ${accepted} where operation_id = ${canceled} and verb = 'void'`,
  },
  {
    breaks: 'I-06',
    what: 'a collection was credited to the developer under another operation',
    sql: ({ collected, notCollected }) => `update transfer set operation_id = ${notCollected} where operation_id = ${collected}`,
  },
  {
    breaks: 'I-06',
    what: 'a commission was given back for an operation that was not refunded',
    sql: ({ refunded, success }) => `update transfer set operation_id = ${success} where operation_id = ${refunded} and debit = 'fees'`,
  },
  { breaks: 'I-07', what: 'a transfer without operation is no funding', sql: () => strayTransfer(1, 'null', 'post', 'fees', 'funding') },
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
    sql: ({ success, sent }) => `update transfer set sms_batch_id = ${sent} where operation_id = ${success} and verb = 'hold'`,
  },
  { breaks: 'I-09', what: 'money on suspense without a case', sql: () => strayTransfer(1, 'null', 'fund', 'funding', 'suspense') },
  {
    breaks: 'I-10',
    what: 'a change that the graph does not know',
    sql: ({ success }) => `update operation_transition set to_state = 'READY' where operation_id = ${success} and to_state = 'ACCEPTED';
      update operation_transition set from_state = 'READY' where operation_id = ${success} and from_state = 'ACCEPTED'`,
  },
  {
    breaks: 'I-10',
    what: 'a step of the history is missing',
    sql: ({ success }) => `delete from operation_transition where operation_id = ${success} and to_state = 'ACCEPTED'`,
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
      `update operation_transition set to_state = 'FAILED' where operation_id = ${id} and to_state = 'CANCELED'`,
  },
  {
    breaks: 'I-10',
    what: 'the history begins in the middle',
    sql: ({ success }) => `delete from operation_transition where operation_id = ${success} and from_state in ('READY', 'SENDING')`,
  },
  {
    breaks: 'I-11',
    what: 'an external id was used twice',
    sql: ({ free, successUnannounced }) => `alter table operation drop constraint operation_external_id_account_id_key;
      ${operation(free, `external_id = 'order-${successUnannounced}'`)}`,
  },
  {
    breaks: 'I-12',
    what: 'two attempts are live',
    sql: ({ accepted }) => `drop index attempt_one_live; ${copyAttempt(accepted, 2, 'execute', 'SENDING')}`,
  },
  { breaks: 'I-12', what: 'an attempt is missing', sql: ({ accepted }) => `delete from attempt where operation_id = ${accepted}` },
  {
    breaks: 'I-12',
    what: 'the numbers have a gap',
    sql: ({ success }) => `${attempt(success, 'number = 2')} ${operation(success, 'attempts = 2')}`,
  },
  { breaks: 'I-12', what: 'a final operation has a live attempt', sql: ({ success }) => attempt(success, `state = 'ACCEPTED'`) },
  { breaks: 'I-13', what: 'nobody will look at an unknown outcome again', sql: ({ unknown }) => operation(unknown, 'next_step_at = null') },
  { breaks: 'I-13', what: 'a final operation has an alarm clock', sql: ({ failed }) => operation(failed, 'next_step_at = now()') },
  {
    breaks: 'I-14',
    what: 'nobody sends a ready operation',
    sql: ({ ready }) => operation(ready, `next_step_at = now() - interval '61 seconds'`),
  },
  { breaks: 'I-14', what: 'a sending never ended', sql: ({ sending }) => attempt(sending, `sent_at = now() - interval '91 seconds'`) },
  {
    breaks: 'I-14',
    what: 'no human was called for an unknown outcome',
    sql: ({ unknown }) => attempt(unknown, `sent_at = now() - interval '4 days'`),
  },
  {
    breaks: 'I-15',
    what: "a success without the provider's reference",
    sql: ({ success }) => operation(success, 'provider_reference = null'),
  },
  { breaks: 'I-15', what: 'a failure by a timer', sql: ({ failed }) => operation(failed, `proof = 'timed_out'`) },
  { breaks: 'I-15', what: 'a failure without proof', sql: ({ failed }) => operation(failed, 'proof = null') },
  { breaks: 'I-15', what: 'a cancellation without proof', sql: ({ canceled }) => operation(canceled, 'proof = null') },
  { breaks: 'I-15', what: 'a sent operation failed as never sent', sql: ({ failed }) => operation(failed, `proof = 'never_sent'`) },
  {
    breaks: 'I-20',
    what: 'a result without its callback',
    sql: ({ success }) =>
      `delete from callback where operation_id = ${success}; delete from callback_attempt where operation_id = ${success}`,
  },
  { breaks: 'I-20', what: 'a callback that nobody asked for', sql: ({ success }) => operation(success, 'callback_url = null') },
  {
    breaks: 'I-21',
    what: 'the callback says the opposite',
    sql: ({ success }) => callback(success, `body = replace(body, 'SUCCESS', 'FAILLED')`),
  },
  { breaks: 'I-21', what: 'the status beside the body is another', sql: ({ success }) => callback(success, `status = 'FAILLED'`) },
  {
    breaks: 'I-21',
    what: 'the hash is not the one of the opening',
    sql: ({ success }) => callback(success, `body = replace(body, 'abcdef', 'abcdee')`),
  },
  { breaks: 'I-21', what: 'the hash was never computed', sql: ({ success }) => operation(success, 'callback_hash = null') },
  {
    breaks: 'I-21',
    what: 'the callback names another operation',
    sql: ({ success }) => callback(success, `body = replace(body, '${success}', '1')`),
  },
  { breaks: 'I-21', what: 'the callback goes elsewhere', sql: ({ success }) => callback(success, `url = 'https://thief.example/'`) },
  {
    breaks: 'I-22',
    what: 'delivered, but never answered',
    sql: ({ success }) => `delete from callback_attempt where operation_id = ${success}`,
  },
  {
    breaks: 'I-22',
    what: 'delivered, but answered with 500',
    sql: ({ success }) => `update callback_attempt set http_status = 500, error_class = 'status' where operation_id = ${success}`,
  },
  { breaks: 'I-22', what: 'a callback without a next attempt', sql: ({ failed }) => callback(failed, 'next_attempt_at = null') },
  { breaks: 'I-22', what: 'a callback put off', sql: ({ failed }) => callback(failed, `next_attempt_at = now() + interval '2 minutes'`) },
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
    breaks: 'I-24',
    what: 'the callback tells another balance',
    sql: ({ success }) => callback(success, `body = replace(body, '"balanceAfterTransactionInit":', '"balanceAfterTransactionInit":1')`),
  },
  { breaks: 'I-31', what: 'a failure was refunded', sql: ({ failed }) => copyAttempt(failed, 2, 'refund', 'FAILED') },
  { breaks: 'I-31', what: 'two refunds succeeded', sql: ({ refunded }) => copyAttempt(refunded, 3, 'refund', 'SUCCEEDED') },
  { breaks: 'I-33', what: 'a recipient is missing', sql: ({ waiting }) => message(waiting, 'batch_id = 42', 2) },
  { breaks: 'I-33', what: 'a recipient is there twice', sql: ({ sent }) => message(sent, 'msisdn = 221770000000', 2) },
  { breaks: 'I-33', what: 'a message costs more than was charged', sql: ({ sent }) => message(sent, 'price = price + 1', 1) },
  {
    breaks: 'I-33',
    what: 'more was charged than the messages cost, and the batch says so',
    sql: ({ waiting }) => `${message(waiting, 'price = price - 10', 1)} update sms_batch set charged = charged - 10 where id = ${waiting}`,
  },
  {
    breaks: 'I-33',
    what: 'a charge went to another country',
    sql: ({ sent }) => `update transfer set credit = 'sms:BJ' where sms_batch_id = ${sent} and credit = 'sms:CI'`,
  },
  {
    breaks: 'I-33',
    what: 'a charge was booked for another batch',
    sql: ({ sent, waiting }) => `update transfer set sms_batch_id = ${waiting} where sms_batch_id = ${sent} and credit = 'sms:CI'`,
  },
  { breaks: 'I-33', what: 'a refund has no transfer', sql: ({ sent }) => message(sent, 'refunded = true', 5) },
  {
    breaks: 'I-33',
    what: 'a transfer gave back what no message lost',
    sql: ({ partlyRefunded }) => message(partlyRefunded, 'refunded = false', 1),
  },
  {
    breaks: 'I-33',
    what: 'a message was refunded that is still to be sent',
    sql: ({ partlyRefunded }) => message(partlyRefunded, `state = 'ACCEPTED', due_at = now(), part_ids = null`, 1),
  },
  { breaks: 'I-33', what: 'more parts were delivered than there are', sql: ({ sent }) => message(sent, 'parts_delivered = 3', 2) },
  { breaks: 'I-33', what: 'delivered with a part on its way', sql: ({ sent }) => message(sent, 'parts_delivered = 1', 2) },
  { breaks: 'I-33', what: 'sent without the id of a part', sql: ({ sent }) => message(sent, `part_ids = array['x', null]`, 1) },
  { breaks: 'I-33', what: 'a waiting message that nothing wakes', sql: ({ waiting }) => message(waiting, 'due_at = null', 1) },
  {
    breaks: 'I-35',
    what: 'a secret under another key',
    sql: () => `update account set webhook_secret_sealed = overlay(webhook_secret_sealed placing '\\x09' from 2) where id = 2`,
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
      `insert into catalogue (document) values ('{"secret": {"sealed": "${Buffer.from('0109020304'.padEnd(90, '0'), 'hex').toString('base64')}"}}')`,
  },
  {
    breaks: 'I-36',
    what: 'a dead node holds an operation',
    sql: ({ accepted }) => `${operation(accepted, 'lease_owner = 1')} update node set lease_until = now() - interval '2 minutes'`,
  },
  { breaks: 'I-36', what: 'a node that is gone holds a callback', sql: ({ failed }) => callback(failed, 'lease_owner = 77') },
  {
    breaks: 'I-37',
    what: "a discrepancy names another account's operation",
    sql: ({ success }) => `insert into discrepancy (account_id, operation_id, kind, evidence) values (2, ${success}, 'late_success', 'x')`,
  },
  {
    breaks: 'I-37',
    what: "a claim names another account's operation",
    sql: ({ success }) =>
      `insert into claim (account_id, operation_id, reference, subject, message, status) values (2, ${success}, 'C00000000000001', 's', 'm', 'OPENED')`,
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
  ...peopleCorruptions,
  ...reconciliationCorruptions,
  ...documentCorruptions,
  ...settlementCorruptions,
  ...payoutCorruptions,
  ...payoutLineCorruptions,
];
