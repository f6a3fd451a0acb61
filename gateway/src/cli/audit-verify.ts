// `jokko audit verify`: computes the chain of the audit log again, and compares it with what a node's log said. Exit code 1 when it is broken.

import { verifyAudit, type AuditMark } from '../domain/audit/index.ts';
import { readArguments } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'audit verify [--head NUMBER:HASH]',
  run(args, output) {
    const { values } = readArguments(args, { head: { type: 'string' } });
    const known = values.head === undefined ? [] : [readMark(values.head)];
    return withInstallation(async ({ database }) => {
      const verdict = await verifyAudit(database, known);
      output.result(verdict, () =>
        verdict.ok
          ? `whole: ${verdict.entries} entries, ${keyedWords(verdict.keyedFrom)}\nhead: ${verdict.entries}:${verdict.head}\nKept elsewhere and given as --head, it proves later that nothing up to it was exchanged or taken away. Nodes write it into their log daily.`
          : `BROKEN at entry ${verdict.brokenAt}`,
      );
      return verdict.ok ? 0 : 1;
    });
  },
};

const keyedWords = (from: number | null): string =>
  from === null ? 'bound without a key' : `bound with the installation's key from ${from} on`;

function readMark(text: string): AuditMark {
  const [, number, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined)
    throw new UsageError('--head takes the number of an entry, a colon and its hash of 64 digits');
  return { number: Number(number), hash };
}
