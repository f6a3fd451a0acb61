// Tests the connection by reading our own balance, which needs valid credentials of the product.

import { objectFromWire, readConnectionTest, targetOfUrl, textMember } from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { mainProduct } from './account.ts';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { MtnMomoConfig } from './config.ts';

export const connectionTest: ConnectionTest<Context<MtnMomoConfig>, MtnMomoConfig> = {
  target: (config) => targetOfUrl(settingsOf(config).baseUrl),
  async call(context) {
    const product = mainProduct(context.config);
    const path = `/${product}/v1_0/account/balance`;
    return readConnectionTest(await call(context, { method: 'GET', product, path }), (body) => {
      const object = objectFromWire(body);
      const amount = object === null ? undefined : textMember(object, 'availableBalance');
      return object === null || amount === undefined
        ? null
        : `${product}: balance ${amount} ${textMember(object, 'currency') ?? ''}`.trimEnd();
    });
  },
};
