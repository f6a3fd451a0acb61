// Does the simulator know us? The balance it keeps for us.

import { listMember, objectFromWire, readTrial, targetOfUrl, textMember } from '@jokko/connector-kit';
import type { Context, Trial } from '@jokko/connector-kit';
import { get } from './call.ts';
import type { SandboxConfig } from './config.ts';

export const trial: Trial<Context<SandboxConfig>, SandboxConfig> = {
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  call: async (context) =>
    readTrial(await get(context, '/balance'), (body) => {
      const object = objectFromWire(body);
      const balances = object === null ? [] : listMember(object, 'balances');
      const words = balances.map((entry) => `${textMember(entry, 'available') ?? '?'} ${textMember(entry, 'currency') ?? ''}`.trimEnd());
      return words.length === 0 ? null : `balance ${words.join(', ')}`;
    }),
};
