// `jokko request list`: which calls of an account were refused lately, newest first; for somebody who helps its developers.

import { listRefusals } from '../domain/refusals/index.ts';
import { readArguments, readId, readWhole } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const entriesMax = 1_000;
const codeMax = 9_999;
const options = {
  code: { type: 'string' },
  request: { type: 'string' },
  limit: { type: 'string', default: '50' },
} as const;

export const command: Command = {
  usage: 'request list ACCOUNT [--code 4022] [--request ID] [--limit 50]',
  run(args, output) {
    const { values, positionals } = readArguments(args, options, ['ACCOUNT']);
    const filter = {
      ...{ accountId: readId(positionals[0]), endpoint: null, keyName: null, from: null, until: null, services: null },
      code: values.code === undefined ? null : readWhole('--code', values.code, codeMax),
      requestId: values.request ?? null,
    };
    const limit = readWhole('--limit', values.limit, entriesMax);
    return withInstallation(async ({ database }) => {
      const calls = (await listRefusals(database, filter, null, limit)).map(({ id, at, ...call }) => ({
        ...{ id: String(id), at: at.toISOString() },
        ...call,
      }));
      const lines = calls.map(({ at, endpoint, code, message, keyName, requestId }) =>
        [at, code, endpoint, keyName, requestId, message].join('  '),
      );
      output.result({ calls }, () => (lines.length === 0 ? 'nothing was refused in the last 7 days' : lines.join('\n')));
      return 0;
    });
  },
};
