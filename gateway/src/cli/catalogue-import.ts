// `jokko catalogue import`: replaces the catalogue by a file, whole or not at all.

import { readFileSync } from 'node:fs';
import { routeSettings } from '../connectors.ts';
import { importCatalogue } from '../domain/catalogue/index.ts';
import { expectedSimulatorUrl } from '../simulator-process.ts';
import { readArguments } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'catalogue import FILE        (- reads standard input)',
  run(args, output) {
    const file = readArguments(args, {}, ['FILE']).positionals[0] ?? '';
    const text = readText(file);
    return withInstallation(async ({ config, database, secrets }) => {
      const simulatorUrl = config.mode === 'live' ? null : expectedSimulatorUrl(config);
      const result = await importCatalogue(database, text, routeSettings({ ...config, simulatorUrl }, secrets));
      if (result.ok) {
        output.result(result, () => `catalogue version ${result.version} is in force`);
        return 0;
      }
      const lines = result.problems.map((problem) => `${file}:${problem.line} ${problem.field}: ${problem.message}`);
      output.result(result, () => [...lines, `${lines.length} problem(s); nothing was changed`].join('\n'));
      return 1;
    });
  },
};

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, { cause: error });
  }
}
