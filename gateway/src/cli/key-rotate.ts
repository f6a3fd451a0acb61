// `jokko key rotate`: a new key; the old ones, or the old one, go on for a while or end at once.

import { rotateKey, rotateKeys } from '../domain/accounts/index.ts';
import type { RotatedKey } from '../domain/accounts/index.ts';
import { readAccountOrKeyId, readArguments, readDuration } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'key rotate ACCOUNT|KEYID [--overlap 24h]        (KEYID: one key, with its limits; ACCOUNT: one for all it has)',
  run(args, output) {
    const { values, positionals } = readArguments(args, { overlap: { type: 'string', default: '24h' } }, ['ACCOUNT|KEYID']);
    const which = readAccountOrKeyId(positionals[0]);
    const overlapMs = readDuration('--overlap', values.overlap);
    return withInstallation(async ({ config, database, secrets }) => {
      const rotated =
        'accountId' in which
          ? await rotateKeys(database, secrets, which.accountId, overlapMs)
          : await rotateKey(database, secrets, which.ofMode(config.mode), overlapMs);
      if (!rotated.ok) throw new Refusal(refusalText(rotated));
      const { apiKey, keyId } = rotated.key;
      output.result({ apiKey, keyId, ended: rotated.ended, overlapMs }, () => apiKey);
      return 0;
    });
  },
};

function refusalText(refused: Extract<RotatedKey, { ok: false }>): string {
  switch (refused.refusal) {
    case 'unknown account':
      return 'there is no such account';
    case 'unknown key':
      return 'there is no such key';
    case 'not active':
      return refused.state === 'ending' ? 'this key was replaced already and ends by itself' : `this key is ${refused.state}`;
  }
}
