// Tests the connection by asking for an access token, which shows our credentials. The API has no
// read that would show the merchant key.

import { objectFromWire, readConnectionTest, targetOfUrl, textMember } from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { tokenRequest } from './call.ts';
import { settingsOf } from './config.ts';
import type { OrangeWebpayConfig } from './config.ts';

export const connectionTest: ConnectionTest<Context<OrangeWebpayConfig>, OrangeWebpayConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  async call({ config, http }) {
    return readConnectionTest(await http(tokenRequest(config)), (body) => {
      const object = objectFromWire(body);
      if (object === null || textMember(object, 'access_token') === undefined) return null;
      return `access token for ${String(object['expires_in'])} seconds`;
    });
  },
};
