// `jokko hmac finish`: ends a rotation now, so that only the newest secret is left.

import { finishHmacRotation } from '../domain/accounts/index.ts';
import { readArguments, readId } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { hmacRefusal } from './hmac-refusal.ts';

export const command: Command = {
  usage: 'hmac finish ID',
  run(args, output) {
    const accountId = readId(readArguments(args, {}, ['ID']).positionals[0]);
    return withInstallation(async ({ database }) => {
      const finished = await finishHmacRotation(database, accountId);
      if (!finished.ok) throw hmacRefusal(finished.refusal, accountId);
      const { ended } = finished;
      output.result({ accountId, ended }, () => (ended === 0 ? 'no rotation was under way' : 'the old secret has ended'));
      return 0;
    });
  },
};
