// `jokko sms ported import`: takes in a list of ported numbers, whole or not at all.

import { createReadStream } from 'node:fs';
import { linkSettings } from '../connectors.ts';
import { importPorted, loadRouting } from '../domain/sms-routing/index.ts';
import { withExpectedSimulator } from '../simulator-process.ts';
import { readArguments } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'sms ported import FILE [--replace]      (lines of number,operator; - reads standard input)',
  run(args, output) {
    const { values, positionals } = readArguments(args, { replace: { type: 'boolean' } }, ['FILE']);
    const file = positionals[0] ?? '';
    return withInstallation(async ({ config, database, secrets }) => {
      const routing = await loadRouting(database, linkSettings(withExpectedSimulator(config), secrets));
      const result = await importPorted(database, readChunks(file), routing, { replace: values.replace === true });
      if (result.ok) {
        output.result(result, () =>
          result.numbers === 1 ? '1 ported number was taken in' : `${result.numbers} ported numbers were taken in`,
        );
        return 0;
      }
      const lines = result.problems.map((problem) => `${file}:${problem.line} ${problem.message}`);
      output.result(result, () => [...lines, `${result.faults} problem(s); nothing was changed`].join('\n'));
      return 1;
    });
  },
};

async function* readChunks(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  try {
    for await (const chunk of stream.setEncoding('utf8')) yield chunk as string;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, { cause: error });
  }
}
