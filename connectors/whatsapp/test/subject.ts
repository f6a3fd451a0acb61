// What the suites of all connectors have to know about this one and its simulator.

import { createHmac } from 'node:crypto';
import type { Notice } from '@jokko/connectors/kit';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { errorTable } from '../error-table.ts';
import { whatsappConnector } from '../index.ts';
import type { WhatsappConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const config = sandboxConfig('');

function signed(status: string, errors: object[]): Notice {
  const told = { id: 'wamid.1', status, biz_opaque_callback_data: ourRef, errors };
  const value = { metadata: { phone_number_id: config.phoneNumberId }, statuses: [told] };
  const entry = [{ changes: [{ field: 'messages', value }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const v = createHmac('sha256', config.appSecret).update(body).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${v}` };
  return { method: 'POST', path: '/', headers, body: Buffer.from(body), receivedAtMs: 0 };
}

export const subject: Subject<WhatsappConfig> = {
  connector: whatsappConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'chat',
  refusals: {
    answers: [...errorTable]
      .filter(([, row]) => row !== 'unclear')
      .map(([code]) => json(400, { error: { code, message: 'no' } })),
  },
  unlistedAnswers: [
    json(400, { error: { code: 999_999, message: 'moon in the wrong phase' } }),
    json(403, { error: { code: 7, message: 'no' } }),
  ],
  finalWords: {
    reasons: [
      { by: 'notice', notice: () => signed('failed', [{ code: 999_999 }]), reason: '999999' },
    ],
    doubts: 'none',
    // News that changes nothing are no event.
    statuses: [],
  },
  async registerNotices(simulatorUrl, address) {
    const answer = await fetch(`${simulatorUrl}/whatsapp/v21.0/${config.wabaId}/subscribed_apps`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${config.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        override_callback_uri: address,
        verify_token: config.verifyToken,
      }),
    });
    if (!answer.ok) throw new Error(`the address was not taken: ${await answer.text()}`);
  },
  afterLostAnswer: { chat: { never: 'unknown' } },
  lacks: ['answersAtOnce', 'reversals', 'unsignedNotices'],
  // Nobody tells anything of a call that never arrived, and it is not sent again.
  unresolvedShareMax: 0.2,
};
