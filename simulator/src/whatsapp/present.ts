// Presents a message: its id, and the signed notices about it.

import { createHmac } from 'node:crypto';
import { decidingDigits } from '../core/digits.ts';
import { testAccount } from './credentials.ts';
import { errorOfId, graphError } from './errors.ts';
import { behaviourOf } from './test-numbers.ts';
import type { Notice } from '../core/notices.ts';
import type { Operation } from '../core/operation.ts';

export const messageId = (seq: number): string =>
  `wamid.${Buffer.from(`jokko-sandbox-${String(seq).padStart(12, '0')}`).toString('base64')}`;

export type StatusWord = 'sent' | 'delivered' | 'read' | 'failed';

/** `forged`: by somebody who does not know the app's secret. */
export function presentStatus(
  operation: Operation,
  word: StatusWord,
  nowMs: number,
  to: { address: string; forged: boolean },
): Notice {
  const { party, organisationReference } = operation;
  const status = {
    id: messageId(operation.seq),
    status: word,
    timestamp: String(Math.floor(nowMs / 1000)),
    recipient_id: party,
    ...(organisationReference !== '' && { biz_opaque_callback_data: organisationReference }),
    ...(word === 'failed'
      ? { errors: [failureOf(operation)] }
      : { pricing: { billable: true, pricing_model: 'PMP', category: 'utility' } }),
  };
  const value = {
    messaging_product: 'whatsapp',
    metadata: {
      display_phone_number: testAccount.displayNumber.replaceAll(/\D/g, ''),
      phone_number_id: testAccount.phoneNumberId,
    },
    statuses: [status],
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: testAccount.wabaId, changes: [{ value, field: 'messages' }] }],
  });
  const secret = to.forged ? 'a guess' : testAccount.appSecret;
  return {
    url: to.address,
    method: 'POST',
    body,
    headers: () => ({
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }),
  };
}

function failureOf({ party, errorId }: Operation): object {
  const behaviour = behaviourOf(party);
  if (behaviour.kind === 'failsLater') return graphError(behaviour.code, 'as its digits ask for');
  return decidingDigits([party]) === 0 ? graphError(131026, '') : errorOfId(errorId);
}
