// The commands of API keys. A live key is shown when it is created and never again.

import {
  createKey,
  isAddressRange,
  keyScopes,
  listKeys,
  revokeKey,
  rotateKey,
  rotateKeys,
} from './index.ts';
import type { Expiry, RotatedKey } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { readAccountOrKeyName, readKeyName } from './cli-key-names.ts';
import {
  accountArgument,
  argument,
  cellOfAccount,
  option,
  overlapOption,
} from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { oneOf, readDuration, readName, readServiceCodes } from '../../cli/values.ts';

/** Every request is compared with the whole list. */
const rangesMax = 50;

function readRanges(text: string, name: string): string[] {
  const ranges = text.split(',').map((range) => range.trim());
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong !== undefined)
    throw new UsageError(
      `${name} takes addresses and CIDR ranges separated by commas; "${wrong}" is neither`,
    );
  if (ranges.length > rangesMax) throw new UsageError(`${name} takes at most ${rangesMax} ranges`);
  return [...new Set(ranges)];
}

/** A date ends the key as the day begins (UTC). */
function readExpiry(text: string, name: string): Expiry {
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const at = new Date(isDate ? text : Number.NaN);
  // Some parsers of dates turn a day that does not exist (31 February) into another one.
  if (
    isDate &&
    !Number.isNaN(at.getTime()) &&
    new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10))
  )
    return { at };
  if (isDate || !/^\d+(m|h|d)$/.test(text))
    throw new UsageError(`${name} takes a date such as 2027-12-31 or a duration such as 30d`);
  return { afterMs: readDuration(text, name) };
}

const create = defineCommand({
  name: 'create',
  summary: 'Create another API key for an account.',
  arguments: { accountId: accountArgument },
  options: {
    name: option('NAME', 'Name of the key.', readName, ''),
    scope: option(keyScopes.join('|'), 'What the key may do.', oneOf(keyScopes), 'full'),
    services: option('CODE,…', 'Services that it may use; all by default.', readServiceCodes),
    allowFrom: option('CIDR,…', 'Networks that may use it; all by default.', readRanges),
    expires: option('DATE|30d', 'When it expires; never by default.', readExpiry),
  },
  examples: ['7 --name reports --scope read-only', '7 --allow-from 203.0.113.0/24 --expires 30d'],
  cellOf: cellOfAccount,
  async run({ database, secrets }, { accountId, name, scope, ...limits }) {
    const { services = null, allowFrom = null, expires = null } = limits;
    const created = await createKey(database, secrets, accountId, {
      name,
      scope,
      services,
      allowFrom,
      expires,
    });
    if (created.ok) {
      const { key, expiresAt } = created;
      const { keyId, apiKey } = key;
      return { accountId, keyId, apiKey, name, scope, services, allowFrom, expiresAt };
    }
    if (created.refusal === 'unknown services')
      throw new Refusal(`the catalogue has no ${created.codes.join(', ')}`);
    throw new Refusal(
      created.refusal === 'unknown account'
        ? `there is no account ${accountId}`
        : '--expires is in the past',
    );
  },
  present: ({ apiKey }) => apiKey,
});

const list = defineCommand({
  name: 'list',
  summary: 'List the API keys of an account, without the keys themselves.',
  arguments: { accountId: accountArgument },
  cellOf: cellOfAccount,
  async run({ database }, { accountId }) {
    const keys = await listKeys(database, accountId);
    if (keys === null) throw new Refusal(`there is no account ${accountId}`);
    const presented = keys.map((key) => ({
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
    }));
    return { accountId, keys: presented };
  },
  present: ({ keys }) =>
    table(
      keys,
      {
        key: ({ keyId }) => keyId,
        'last four': ({ lastFour }) => `…${lastFour}`,
        state: ({ state }) => state,
        scope: ({ scope }) => scope,
        name: ({ name }) => name,
        services: ({ services }) => services?.join(','),
        'allowed from': ({ allowFrom }) => allowFrom?.join(','),
        expires: ({ expiresAt }) => expiresAt,
        'replaced by': ({ replacedBy }) => replacedBy,
        'last used': ({ lastUsedAt }) => lastUsedAt ?? 'never',
      },
      'No keys.',
    ),
});

const rotate = defineCommand({
  name: 'rotate',
  summary: 'Replace a key, or all keys of an account, with a new one.',
  details: 'The new key has the limits of the one it replaces.',
  arguments: {
    which: argument(
      'ACCOUNT|KEYID',
      'A key such as jk_test_7, or an account to replace all its keys with one.',
      readAccountOrKeyName,
    ),
  },
  options: { overlap: overlapOption },
  examples: ['jk_test_7 --overlap 24h'],
  cellOf: ({ which }) => ('accountId' in which ? cellOfAccount(which) : which.cell),
  async run({ mode, database, secrets }, { which, overlap: overlapMs }) {
    const rotated =
      'accountId' in which
        ? await rotateKeys(database, secrets, which.accountId, overlapMs)
        : await rotateKey(database, secrets, which.ofMode(mode), overlapMs);
    if (!rotated.ok) throw new Refusal(reasonOf(rotated));
    const { apiKey, keyId } = rotated.key;
    return { apiKey, keyId, ended: rotated.ended, overlapMs };
  },
  present: ({ apiKey }) => apiKey,
});

function reasonOf(refused: Extract<RotatedKey, { ok: false }>): string {
  switch (refused.refusal) {
    case 'unknown account':
      return 'there is no such account';
    case 'unknown key':
      return 'there is no such key';
    case 'not active':
      return refused.state === 'ending'
        ? 'this key has been replaced already and is about to expire'
        : `this key is ${refused.state}`;
  }
}

const revoke = defineCommand({
  name: 'revoke',
  summary: 'Revoke an API key immediately, on all nodes.',
  arguments: {
    key: argument('KEYID', 'The key, such as jk_test_7; see `jokko key list`.', (text) => ({
      keyId: text,
      named: readKeyName(text),
    })),
  },
  cellOf: ({ key }) => key.named.cell,
  async run({ mode, database }, { key: { keyId, named } }) {
    const revoked = await revokeKey(database, named.ofMode(mode));
    if (!revoked.ok)
      throw new Refusal(
        revoked.refusal === 'unknown key'
          ? 'there is no such key'
          : 'this key has expired or was revoked already',
      );
    return { accountId: revoked.accountId, keyId, state: 'revoked' };
  },
  present: ({ accountId, keyId }) => `Key ${keyId} of account ${accountId} was revoked.`,
});

export const commands = [create, list, rotate, revoke];
