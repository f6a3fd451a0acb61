// `jokko hmac show`: does an account sign, and which of its secrets live? The secrets themselves are never shown again.

import { readHmacStatus } from '../domain/accounts/index.ts';
import type { HmacStatus } from '../domain/accounts/index.ts';
import { readArguments, readId } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { hmacRefusal } from './hmac-refusal.ts';

export const command: Command = {
  usage: 'hmac show ID',
  run(args, output) {
    const accountId = readId(readArguments(args, {}, ['ID']).positionals[0]);
    return withInstallation(async ({ database }) => {
      const status = await readHmacStatus(database, accountId);
      if (status === null) throw hmacRefusal('unknown account', accountId);
      output.result({ accountId, ...status }, () => describe(status).join('\n'));
      return 0;
    });
  },
};

function describe({ hmac, secrets }: HmacStatus): string[] {
  if (!hmac) return ['off: requests need no signature, callbacks carry none of this kind'];
  return [
    `on, ${secrets.length === 1 ? 'one secret lives' : `${secrets.length} secrets live`}`,
    ...secrets.map(({ id, createdAt, firstUsedAt, endsAt, signsCallbacks }) => {
      const used = firstUsedAt === null ? 'not used yet' : `first used ${firstUsedAt.toISOString()}`;
      const ends = endsAt === null ? '' : `, ends ${endsAt.toISOString()}`;
      return `  ${id}  made ${createdAt.toISOString()}, ${used}${ends}${signsCallbacks ? ', signs the callbacks' : ''}`;
    }),
  ];
}
