// `jokko key revoke`: ends a key at once, on every node.

import { revokeKey } from '../domain/accounts/index.ts';
import { readArguments, readKeyIdArgument } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'key revoke KEYID        (jk_test_7, as `key list` shows it)',
  run(args, output) {
    const keyId = readArguments(args, {}, ['KEYID']).positionals[0] ?? '';
    const key = readKeyIdArgument(keyId);
    return withInstallation(async ({ config, database }) => {
      const revoked = await revokeKey(database, key.ofMode(config.mode));
      if (!revoked.ok) throw new Refusal(revoked.refusal === 'unknown key' ? 'there is no such key' : 'this key has ended already');
      output.result({ accountId: revoked.accountId, keyId, state: 'revoked' }, () => `${keyId} of account ${revoked.accountId} is revoked`);
      return 0;
    });
  },
};
