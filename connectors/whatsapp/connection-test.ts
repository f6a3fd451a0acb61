// Tests the connection by reading our own number, which needs a valid token.

import { objectFromWire, readConnectionTest, targetOfUrl, textMember } from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { get } from './call.ts';
import type { WhatsappConfig } from './config.ts';

export const connectionTest: ConnectionTest<Context<WhatsappConfig>, WhatsappConfig> = {
  target: (config) => targetOfUrl(config.baseUrl),
  call: async (context) => {
    const fields = 'display_phone_number,verified_name,quality_rating';
    const result = await get(context, `/${context.config.phoneNumberId}?fields=${fields}`);
    return readConnectionTest(result, (body) => {
      const object = objectFromWire(body);
      const number = object === null ? undefined : textMember(object, 'display_phone_number');
      return object === null || number === undefined
        ? null
        : `${number} ${textMember(object, 'verified_name') ?? ''}`.trimEnd();
    });
  },
};
