// Tests the connection by asking for an access token, which needs valid credentials and moves
// nothing.

import { objectFromWire, readConnectionTest, targetOfUrl, textMember } from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { tokenRequest } from './call.ts';
import { settingsOf } from './config.ts';
import type { MpesaConfig } from './config.ts';

export const connectionTest: ConnectionTest<Context<MpesaConfig>, MpesaConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  call: async (context) =>
    readConnectionTest(await context.http(tokenRequest(context.config)), (body) => {
      const object = objectFromWire(body);
      const token = object === null ? undefined : textMember(object, 'access_token');
      return token === undefined ? null : 'an access token was given';
    }),
};
