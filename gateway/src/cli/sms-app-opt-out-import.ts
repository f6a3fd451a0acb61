// `jokko sms-app opt-out import`: takes a list of numbers into the opt-outs of an application; none when one of its lines is no number.

import { addOptOuts } from '../domain/sms/index.ts';
import { readAppId, readArguments } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readText } from './document-file.ts';
import { appOfOptOuts } from './sms-app.ts';
import { readNumber } from './sms-number.ts';

/** Numbers of one commit. */
const stepMax = 10_000;
const toldMax = 20;

export const command: Command = {
  usage: 'sms-app opt-out import APP FILE      (a number a line; - reads standard input)',
  run(args, output) {
    const [appText, file = ''] = readArguments(args, {}, ['APP', 'FILE']).positionals;
    const app = readAppId(appText);
    const numbers = readNumbers(readText(file), file);
    return withInstallation(async ({ config, database }) => {
      const { id, appId } = await appOfOptOuts(database, app, config.mode);
      let added = 0;
      for (let at = 0; at < numbers.length; at += stepMax)
        added += await addOptOuts(database, id, numbers.slice(at, at + stepMax), 'operator');
      output.result(
        { appId, numbers: numbers.length, added },
        () => `${added} of ${numbers.length} numbers were added; the others were there`,
      );
      return 0;
    });
  },
};

/** Digits, each once. A first line without any digit is a heading. */
function readNumbers(text: string, file: string): string[] {
  const numbers = new Set<string>();
  const faults: string[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const word = line
      .replace(/^\ufeff/, '')
      .replaceAll('"', '')
      .trim();
    if (word === '' || (index === 0 && !/\d/.test(word))) return;
    try {
      numbers.add(readNumber(word));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push(`${file}:${index + 1} ${error.message}`);
    }
  });
  if (faults.length === 0) return [...numbers];
  const more = faults.length > toldMax ? [`and ${faults.length - toldMax} more`] : [];
  throw new UsageError([`nothing was taken in:`, ...faults.slice(0, toldMax), ...more].join('\n'));
}
