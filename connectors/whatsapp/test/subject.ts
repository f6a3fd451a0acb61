// What the suites of all connectors have to know about this one and its simulator.

import { json } from '@jokko/connectors/kit/conformance';
import type { Subject } from '@jokko/connectors/kit/conformance';
import { whatsappConnector } from '../index.ts';
import type { WhatsappConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

const config = sandboxConfig('');

export const subject: Subject<WhatsappConfig> = {
  connector: whatsappConnector,
  config: (simulatorUrl, timeoutMs) => ({ ...sandboxConfig(simulatorUrl), timeoutMs }),
  mainKind: 'chat',
  unlistedAnswers: [
    json(400, { error: { code: 999_999, message: 'moon in the wrong phase' } }),
    json(403, { error: { code: 7, message: 'no' } }),
  ],
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
  // Of a call that never arrived nobody tells anything, and it is not sent again.
  unresolvedShareMax: 0.2,
};
