// Tests the connection to the simulator by reading the balance that it keeps for us.

import {
  listMember,
  objectFromWire,
  readConnectionTest,
  targetOfUrl,
  textMember,
} from '@jokko/connectors/kit';
import type { Context, ConnectionTest } from '@jokko/connectors/kit';
import { get } from './call.ts';
import type { SandboxConfig } from './config.ts';

export const connectionTest: ConnectionTest<Context<SandboxConfig>, SandboxConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) =>
    readConnectionTest(await get(context, '/balance'), (body) => {
      const object = objectFromWire(body);
      const balances = object === null ? [] : listMember(object, 'balances');
      const words = balances.map((entry) =>
        `${textMember(entry, 'available') ?? '?'} ${textMember(entry, 'currency') ?? ''}`.trimEnd(),
      );
      return words.length === 0 ? null : `balance ${words.join(', ')}`;
    }),
};
