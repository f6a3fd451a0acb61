// The commands of the audit log: what users and commands changed, and whether the log is complete.

import { listAudit, verifyAudit, type AuditMark } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { UsageError } from '../../cli/errors.ts';
import { accountOption, limitOption, option } from '../../cli/parameters.ts';
import { readText, readTime, wholeNumber } from '../../cli/values.ts';

const entryNumberMax = 999_999_999_999;

const list = defineCommand({
  name: 'list',
  summary: 'List audit entries, newest first, one JSON object per line.',
  options: {
    account: accountOption,
    action: option('NOUN.VERB', 'Only this action, such as key.create.', readText),
    subject: option('NOUN/ID', 'Only this subject, such as account/7.', readText),
    from: option('TIME', 'Only entries from this time on.', readTime),
    until: option('TIME', 'Only entries before this time.', readTime),
    before: option('NUMBER', 'Only entries before this one.', wholeNumber(entryNumberMax)),
    limit: limitOption,
  },
  async run({ database }, { account, action, subject, from, until, before, limit }) {
    const entries = await listAudit(database, {
      accountId: account ?? null,
      action: action ?? null,
      subject: subject ?? null,
      from: from ?? null,
      until: until ?? null,
      before: before ?? null,
      limit,
    });
    return { entries };
  },
  present: ({ entries }) => entries.map((entry) => JSON.stringify(entry)).join('\n'),
});

function readMark(text: string, name: string): AuditMark {
  const [, number, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined)
    throw new UsageError(`${name} takes the number of an entry, a colon and its hash of 64 digits`);
  return { number: Number(number), hash };
}

const verify = defineCommand({
  name: 'verify',
  summary: 'Verify the hash chain of the audit log.',
  details:
    'A head kept elsewhere proves that no entry up to it was changed or removed. Nodes write the head to their log once a day.',
  options: { head: option('NUMBER:HASH', 'A head that was recorded earlier.', readMark) },
  run: ({ database }, { head }) => verifyAudit(database, head === undefined ? [] : [head]),
  present: (verdict) =>
    verdict.ok
      ? [
          `The audit log is intact: ${verdict.entries} entries, ${keyWords(verdict.keyedFrom)}.`,
          `Head: ${verdict.entries}:${verdict.head}`,
          'Keep the head elsewhere and pass it as --head to prove later that nothing before it has changed.',
        ].join('\n')
      : `BROKEN at entry ${verdict.brokenAt}`,
  hasFailed: (verdict) => !verdict.ok,
});

const keyWords = (from: number | null): string =>
  from === null ? 'chained without a key' : `chained with the installation's key from ${from} on`;

export const commands = [list, verify];
