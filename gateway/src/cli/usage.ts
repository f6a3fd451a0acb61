// Writes the usage of a command in one line, from its declaration.

import type { Command } from './command.ts';
import { optionFlag, type Parameter } from './parameters.ts';

const shortUsageMax = 60;

/** `ACCOUNT [--overlap DURATION]` */
export function usageOf(command: Command): string {
  const words = [...argumentWords(command), ...optionWords(command)];
  return (command.takesAnyWords ? [...words, '[WORD …]'] : words).join(' ');
}

/** The same where it fits into a line, else without the options that may be left out. */
export function shortUsageOf(command: Command): string {
  const usage = usageOf(command);
  if (usage.length <= shortUsageMax) return usage;
  const required = optionWords(command).filter((word) => !word.startsWith('['));
  return [...argumentWords(command), ...required, '[OPTION …]'].join(' ');
}

const argumentWords = (command: Command): string[] =>
  Object.values(command.arguments).map(({ placeholder, required }) =>
    required ? placeholder : `[${placeholder}]`,
  );

const optionWords = (command: Command): string[] =>
  Object.entries(command.options).map(([name, option]) => {
    const written = optionTerm(name, option);
    return option.required ? written : `[${written}]`;
  });

/** `--overlap DURATION` */
export const optionTerm = (name: string, { placeholder }: Parameter<unknown>): string =>
  `${optionFlag(name)} ${placeholder}`.trim();
