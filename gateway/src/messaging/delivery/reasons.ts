// Closed list of the reasons that `sms_message.reason` may hold, which explain the state of a
// message.

import type { SmsReceipt, SmsRefusal, SmsSubmitOutcome } from '@jokko/connectors/kit';

export type Reason =
  // Refused by the operator.
  | 'bad_number'
  | 'bad_sender'
  | 'bad_text'
  | 'barred'
  | 'no_credit'
  | 'not_permitted'
  | 'refused'
  // By its sender, before it was sent.
  | 'cancelled'
  // Not sent in time.
  | 'validity_over'
  // Its recipient did not want it any more before it was sent.
  | 'opted_out'
  // The routing document that came after its acceptance has no connection for it.
  | 'no_route'
  // Perhaps sent.
  | 'answer_timeout'
  | 'connection_lost'
  | 'garbled_answer'
  | 'node_lost'
  | 'restored'
  // Was perhaps sent, and is sent once more by the rule of its connection or route.
  | 'sent_again'
  // SENT is the last state: its connection asks for no receipts.
  | 'receipts_off'
  // Told by a receipt, or by none.
  | 'undeliverable'
  | 'expired_at_operator'
  | 'rejected_by_operator'
  | 'unknown_to_operator'
  | 'no_receipt';

/**
 * Whether a message of which no part was taken ends for this reason without ever leaving: it costs
 * nothing, whatever the routing says.
 */
export const neverLeaves = (reason: Reason | null): boolean =>
  reason === 'validity_over' || reason === 'opted_out' || reason === 'no_route';

export function refusalReason(refusal: SmsRefusal): Reason {
  return refusal === 'other' ? 'refused' : refusal;
}

/**
 * Whether another connection might take what this one refuses for good: the fault is the
 * connection's (senders are registered with each operator), or the cause is unknown.
 */
export function mayDifferByConnection(refusal: SmsRefusal): boolean {
  return (
    refusal === 'not_permitted' ||
    refusal === 'no_credit' ||
    refusal === 'bad_sender' ||
    refusal === 'other'
  );
}

export function unknownReason(
  cause: Extract<SmsSubmitOutcome, { kind: 'unknown' }>['cause'],
): Reason {
  switch (cause) {
    case 'timeout':
      return 'answer_timeout';
    case 'connection':
      return 'connection_lost';
    case 'garbled':
      return 'garbled_answer';
  }
}

/**
 * Whether a message that is UNKNOWN for this reason may have been taken under ids that we did not
 * learn. After a restore others may have been, too, of which nothing is known any more.
 */
export const hasLostAnswer = (reason: Reason | null): boolean =>
  reason === 'answer_timeout' ||
  reason === 'connection_lost' ||
  reason === 'garbled_answer' ||
  reason === 'node_lost';

export type FailedReceipt = Extract<SmsReceipt['state'], 'undeliverable' | 'expired' | 'rejected'>;

export function failureReason(receipt: FailedReceipt): Reason {
  switch (receipt) {
    case 'undeliverable':
      return 'undeliverable';
    case 'expired':
      return 'expired_at_operator';
    case 'rejected':
      return 'rejected_by_operator';
  }
}
