// Calls this connector with a scripted provider.

import { createHmac } from 'node:crypto';
import { createScripted, ourRef, sampleIntent } from '@jokko/connectors/kit/conformance';
import type { Scripted } from '@jokko/connectors/kit/conformance';
import type { HttpResult, Intent, Receipt } from '@jokko/connectors/kit';
import { whatsappConnector } from '../index.ts';
import type { WhatsappConfig } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const liveConfig: WhatsappConfig = {
  ...sandboxConfig('http://provider.example'),
  sandbox: false,
};
/** Without templates: free messages. */
export const freeConfig: WhatsappConfig = {
  baseUrl: liveConfig.baseUrl,
  apiVersion: liveConfig.apiVersion,
  phoneNumberId: liveConfig.phoneNumberId,
  accessToken: liveConfig.accessToken,
  appSecret: liveConfig.appSecret,
  verifyToken: liveConfig.verifyToken,
  sandbox: false,
};

export const scripted = (
  answers: HttpResult[],
  config: WhatsappConfig = liveConfig,
): Scripted<WhatsappConfig> => createScripted(config, answers);

type Chat = Omit<Extract<Intent['extra'], { type: 'chat' }>, 'type'>;

export const chatIntent = (chat: Chat = { message: 'Bonjour' }): Intent => ({
  ...sampleIntent('chat'),
  extra: { type: 'chat', ...chat },
});

export function execute(context: Scripted<WhatsappConfig>, intent = chatIntent()) {
  const prepared = whatsappConnector.prepare(context.config, intent, ourRef);
  return whatsappConnector.execute(context, intent, prepared, 'first');
}

const wamid = 'wamid.HBgLMTIz';

/** A notice about a message of ours, as the documentation shows one. */
export const statusNotice = (status: object, phoneNumberId = liveConfig.phoneNumberId): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '200000000000001',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '221338000000', phone_number_id: phoneNumberId },
              statuses: [
                {
                  id: wamid,
                  timestamp: '1795000000',
                  recipient_id: '221770000001',
                  biz_opaque_callback_data: ourRef,
                  ...status,
                },
              ],
            },
          },
        ],
      },
    ],
  });

export function receive(body: string, signature?: string, config = liveConfig): Receipt {
  const genuine = `sha256=${createHmac('sha256', config.appSecret).update(body).digest('hex')}`;
  return whatsappConnector.receive(config, {
    method: 'POST',
    path: '/',
    headers: { 'x-hub-signature-256': signature ?? genuine },
    body: Buffer.from(body),
    receivedAtMs: 0,
  });
}
