// `jokko audit list`: what was done, by whom, newest first; one JSON object a line for programs and people alike.

import { listAudit } from '../domain/audit/index.ts';
import { readArguments, readId, readTime, readWhole } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

const entriesMax = 1_000;
const numberMax = 999_999_999_999;
const options = {
  account: { type: 'string' },
  action: { type: 'string' },
  subject: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  before: { type: 'string' },
  limit: { type: 'string', default: '50' },
} as const;

export const command: Command = {
  usage:
    'audit list [--account ACCOUNT] [--action NOUN.VERB] [--subject NOUN/ID] [--from TIME] [--until TIME] [--before NUMBER] [--limit 50]',
  run(args, output) {
    const { values } = readArguments(args, options);
    const filter = {
      accountId: values.account === undefined ? null : readId(values.account),
      action: values.action ?? null,
      subject: values.subject ?? null,
      from: values.from === undefined ? null : readTime('from', values.from),
      until: values.until === undefined ? null : readTime('until', values.until),
      before: values.before === undefined ? null : readWhole('--before', values.before, numberMax),
      limit: readWhole('--limit', values.limit, entriesMax),
    };
    return withInstallation(async ({ database }) => {
      const entries = await listAudit(database, filter);
      output.result({ entries }, () => entries.map((entry) => JSON.stringify(entry)).join('\n'));
      return 0;
    });
  },
};
