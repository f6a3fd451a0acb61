// Tests the connection by an empty transaction search, which needs valid credentials and moves
// nothing.

import { objectFromWire, readConnectionTest, targetOfUrl } from '@jokko/connectors/kit';
import type { ConnectionTest, Context } from '@jokko/connectors/kit';
import { post } from './call.ts';
import type { CybersourceConfig } from './config.ts';

const search = JSON.stringify({
  save: false,
  name: 'jokko',
  timezone: 'UTC',
  query: 'clientReferenceInformation.code:jokko-connection-test',
  offset: 0,
  limit: 1,
});

export const connectionTest: ConnectionTest<Context<CybersourceConfig>, CybersourceConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  async call(context) {
    const result = await post(context, '/tss/v2/searches', search);
    // A search is created.
    const asRead =
      result.kind === 'answer' && result.status === 201 ? { ...result, status: 200 } : result;
    return readConnectionTest(asRead, (body) => {
      const count = objectFromWire(body)?.['totalCount'];
      return typeof count === 'number' ? 'the transaction search answers' : null;
    });
  },
};
