// `jokko hmac rotate`: a new secret for signed requests and callbacks; the one in use goes on for a while, or ends at once.

import { rotateHmacSecret } from '../domain/accounts/index.ts';
import { readArguments, readDuration, readId } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { hmacRefusal } from './hmac-refusal.ts';

export const command: Command = {
  usage: 'hmac rotate ID [--overlap 24h]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { overlap: { type: 'string', default: '24h' } }, ['ID']);
    const accountId = readId(positionals[0]);
    const overlapMs = readDuration('--overlap', values.overlap);
    return withInstallation(async ({ database, secrets }) => {
      const rotated = await rotateHmacSecret(database, secrets, accountId, overlapMs);
      if (!rotated.ok) throw hmacRefusal(rotated.refusal, accountId);
      const { hmacSecret } = rotated;
      output.result({ hmacSecret }, () => hmacSecret);
      return 0;
    });
  },
};
