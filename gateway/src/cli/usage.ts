// Writes the usage of a command in one line, from its declaration.

import type { Command } from './command.ts';
import { optionFlag, type Parameter } from './parameters.ts';

const shortUsageMax = 60;

/**
 * The usage of a command, `ACCOUNT [--overlap DURATION]`; a long one without the options that may
 * be left out.
 */
export function shortUsageOf(command: Command): string {
  const words = parametersOf(command).map(({ usage }) => usage);
  const usage = [...words, ...(command.takesAnyWords ? ['[WORD …]'] : [])].join(' ');
  if (usage.length <= shortUsageMax) return usage;
  return [...words.filter((word) => !word.startsWith('[--')), '[OPTION …]'].join(' ');
}

interface Written {
  parameter: Parameter<unknown>;
  /** `--overlap DURATION` */
  term: string;
  /** In brackets where it may be left out. */
  usage: string;
}

/** The arguments of a command, then its options. */
export function parametersOf(command: Command): Written[] {
  const all = [
    ...Object.values(command.arguments).map((each) => [each.placeholder, each] as const),
    ...Object.entries(command.options).map(
      ([name, each]) => [`${optionFlag(name)} ${each.placeholder}`.trim(), each] as const,
    ),
  ];
  return all.map(([term, parameter]) => ({
    parameter,
    term,
    usage: parameter.required ? term : `[${term}]`,
  }));
}
