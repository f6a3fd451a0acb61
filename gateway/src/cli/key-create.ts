// `jokko key create`: a further key of an account, with limits where wanted. A live key is shown here and never again.

import { createKey, keyScopes } from '../domain/accounts/index.ts';
import type { Expiry, KeyScope } from '../domain/accounts/index.ts';
import { readArguments, readDuration, readId, readName, readRanges } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const options = {
  name: { type: 'string', default: '' },
  scope: { type: 'string', default: 'full' },
  services: { type: 'string' },
  'allow-from': { type: 'string' },
  expires: { type: 'string' },
} as const;

export const command: Command = {
  usage:
    'key create ACCOUNT [--name NAME] [--scope full|no-refunds|read-only] [--services CODE,…] [--allow-from CIDR,…] [--expires DATE|30d]',
  run(args, output) {
    const { values, positionals } = readArguments(args, options, ['ACCOUNT']);
    const accountId = readId(positionals[0]);
    const name = readName(values.name);
    const scope = readScope(values.scope);
    const services = values.services === undefined ? null : readCodes(values.services);
    const allowFrom = values['allow-from'] === undefined ? null : readRanges('--allow-from', values['allow-from']);
    const expires = values.expires === undefined ? null : readExpiry(values.expires);
    return withInstallation(async ({ database, secrets }) => {
      const created = await createKey(database, secrets, accountId, { name, scope, services, allowFrom, expires });
      if (!created.ok && created.refusal === 'unknown services') throw new Refusal(`the catalogue has no ${created.codes.join(', ')}`);
      if (!created.ok) {
        throw new Refusal(created.refusal === 'unknown account' ? `there is no account ${accountId}` : '--expires is in the past');
      }
      const { key, expiresAt } = created;
      output.result({ accountId, keyId: key.keyId, apiKey: key.apiKey, name, scope, services, allowFrom, expiresAt }, () => key.apiKey);
      return 0;
    });
  },
};

function readScope(text: string): KeyScope {
  const scope = keyScopes.find((candidate) => candidate === text);
  if (scope === undefined) throw new UsageError(`--scope takes one of ${keyScopes.join(', ')}`);
  return scope;
}

function readCodes(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim());
  if (codes.some((code) => code === '')) throw new UsageError('--services takes codes with commas between them');
  return codes;
}

/** A day ends it as it begins (UTC). */
function readExpiry(text: string): Expiry {
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const at = new Date(isDate ? text : Number.NaN);
  // A day that does not exist (31 February) is moved to another one by some readers of dates.
  if (isDate && !Number.isNaN(at.getTime()) && new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10))) return { at };
  if (isDate || !/^\d+(m|h|d)$/.test(text)) throw new UsageError('--expires takes a date such as 2027-12-31 or a duration such as 30d');
  return { afterMs: readDuration('--expires', text) };
}
