// Corruptions that break the invariants of messages.

import type { Corruption } from './corruption.ts';

const message = (batchId: string, set: string, position: number) =>
  `update sms_message set ${set} where batch_id = ${batchId} and position = ${position};`;

export const messageCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-33',
    what: 'a recipient is missing',
    sql: ({ waiting }) => message(waiting, 'batch_id = 42', 2),
  },
  {
    breaks: 'I-33',
    what: 'a recipient is there twice',
    sql: ({ sent }) => message(sent, 'msisdn = 221770000000', 2),
  },
  {
    breaks: 'I-33',
    what: 'a message costs more than was charged',
    sql: ({ sent }) => message(sent, 'price = price + 1', 1),
  },
  {
    breaks: 'I-33',
    what: 'more was charged than the messages cost, and the batch says so',
    sql: ({ waiting }) =>
      `${message(waiting, 'price = price - 10', 1)} update sms_batch set charged[1] = charged[1] - 10 where id = ${waiting}`,
  },
  {
    breaks: 'I-33',
    what: 'a charge went to another country',
    sql: ({ sent }) =>
      `update transfer set credit = 'sms:BJ' where sms_batch_id = ${sent} and credit = 'sms:CI'`,
  },
  {
    breaks: 'I-33',
    what: 'a charge was booked for another batch',
    sql: ({ sent, waiting }) =>
      `update transfer set sms_batch_id = ${waiting} where sms_batch_id = ${sent}
        and credit = 'sms:CI'`,
  },
  {
    breaks: 'I-33',
    what: 'a refund has no transfer',
    sql: ({ sent }) => message(sent, 'refunded = true', 5),
  },
  {
    breaks: 'I-33',
    what: 'a transfer gave back what no message lost',
    sql: ({ partlyRefunded }) => message(partlyRefunded, 'refunded = false', 1),
  },
  {
    breaks: 'I-33',
    what: 'a message was refunded that is still to be sent',
    sql: ({ partlyRefunded }) =>
      message(partlyRefunded, `state = 'ACCEPTED', due_at = now(), part_ids = null`, 1),
  },
  {
    breaks: 'I-33',
    what: 'more parts were delivered than there are',
    sql: ({ sent }) => message(sent, 'parts_delivered = 3', 2),
  },
  {
    breaks: 'I-33',
    what: 'delivered with a part on its way',
    sql: ({ sent }) => message(sent, 'parts_delivered = 1', 2),
  },
  {
    breaks: 'I-33',
    what: 'sent without the id of a part',
    sql: ({ sent }) => message(sent, `part_ids = array['x', null]`, 1),
  },
  {
    breaks: 'I-33',
    what: 'a scheduled message is due before its time',
    sql: ({ waiting }) =>
      `update sms_batch set scheduled_at = created_at + interval '1 day' where id = ${waiting}`,
  },
  {
    breaks: 'I-33',
    what: 'a cancelled batch is still to be sent',
    sql: ({ waiting }) =>
      `update sms_batch set scheduled_at = created_at + interval '1 day', cancelled_at = created_at
        where id = ${waiting};
      update sms_message set due_at = due_at + interval '2 days' where batch_id = ${waiting}
        and due_at is not null`,
  },
  {
    breaks: 'I-33',
    what: 'a waiting message that nothing wakes',
    sql: ({ waiting }) => message(waiting, 'due_at = null', 1),
  },
];
