// `jokko key list`: the keys of an account with their limits and last use; never the keys themselves.

import { listKeys } from '../domain/accounts/index.ts';
import type { ListedKey } from '../domain/accounts/index.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'key list ACCOUNT',
  run(args, output) {
    const accountId = readId(readArguments(args, {}, ['ACCOUNT']).positionals[0]);
    return withInstallation(async ({ database }) => {
      const keys = await listKeys(database, accountId);
      if (keys === null) throw new Refusal(`there is no account ${accountId}`);
      output.result({ accountId, keys: keys.map(present) }, () => keys.map(tell).join('\n') || 'no keys');
      return 0;
    });
  },
};

function present(key: ListedKey) {
  return {
    keyId: key.keyId,
    name: key.name,
    state: key.state,
    scope: key.scope,
    services: key.services,
    allowFrom: key.allow_from,
    lastFour: key.last_four,
    createdAt: key.created_at,
    expiresAt: key.expires_at,
    lastUsedAt: key.last_used_at,
    replacedBy: key.replacedBy,
  };
}

function tell(key: ListedKey): string {
  const facts = [
    `…${key.last_four}`,
    key.state,
    key.scope,
    ...(key.name === '' ? [] : [`"${key.name}"`]),
    ...(key.services === null ? [] : [`services ${key.services.join(', ')}`]),
    ...(key.allow_from === null ? [] : [`from ${key.allow_from.join(', ')}`]),
    ...(key.expires_at === null
      ? []
      : [`${key.state === 'active' || key.state === 'ending' ? 'ends' : 'ended'} ${key.expires_at.toISOString()}`]),
    ...(key.replacedBy === null ? [] : [`replaced by ${key.replacedBy}`]),
    key.last_used_at === null ? 'never used' : `last used ${key.last_used_at.toISOString()}`,
  ];
  return `${key.keyId}  ${facts.join(', ')}`;
}
