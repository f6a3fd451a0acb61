// Runs what the words after `jokko` ask for. Exit codes: 0 success, 1 refused or failed, 2 invalid
// command line, 75 to be started again.

import { CommanderError } from 'commander';
import type { Command as Builder } from 'commander';
import type { Noun } from './command.ts';
import type { ContextOpener } from './context.ts';
import { ConfigurationError, Refusal, UsageError } from './errors.ts';
import { createOutput, type Output, type Streams } from './output.ts';
import { buildProgram, pathOf } from './program.ts';

/** What the node puts into the frame. */
export interface CommandLine {
  nouns: readonly Noun[];
  opener: ContextOpener;
}

/** Returns the exit code. Throws what is a fault of ours. */
export async function run(
  args: readonly string[],
  streams: Streams,
  { nouns, opener }: CommandLine,
): Promise<number> {
  const output = createOutput(args.includes('--json'), streams);
  const words = leadingWords(args);
  const { builder, exitCode } = await buildProgram(nouns, words[0], { output, opener });
  try {
    if (words.length === 0 && !args.includes('--version') && !args.includes('-V')) {
      const stray = args.find((arg) => arg.startsWith('-') && !globalFlags.has(arg));
      if (stray === undefined) builder.outputHelp();
      else throw new UsageError(`unknown option ${stray}`);
      return 0;
    }
    if (isHelpAsked(args)) return await printHelp(builder, words);
    await builder.parseAsync([...args], { from: 'user' });
    return exitCode();
  } catch (error) {
    return await explain(error, { output, builder, words });
  }
}

const globalFlags = new Set(['--json', '-h', '--help']);

const isHelpAsked = (args: readonly string[]): boolean =>
  args[0] === 'help' || args.includes('--help') || args.includes('-h');

/** The words before the first option of a command, without `help`. */
function leadingWords(args: readonly string[]): string[] {
  const words = args.filter((arg) => arg !== '--json');
  const end = words.findIndex((word) => word.startsWith('-'));
  const leading = end === -1 ? words : words.slice(0, end);
  return leading[0] === 'help' ? leading.slice(1) : leading;
}

/** `jokko help account create` and `jokko account create --help` print the same. */
async function printHelp(builder: Builder, words: readonly string[]): Promise<number> {
  const { command, rest } = findCommand(builder, words);
  // A word that names no command is refused with a suggestion.
  if (rest.length > 0 && command.commands.length > 0)
    await builder.parseAsync([...words], { from: 'user' });
  command.outputHelp();
  return 0;
}

function findCommand(
  command: Builder,
  words: readonly string[],
): { command: Builder; rest: readonly string[] } {
  const next = command.commands.find((each) => each.name() === words[0]);
  return next === undefined ? { command, rest: words } : findCommand(next, words.slice(1));
}

interface Asked {
  output: Output;
  builder: Builder;
  words: readonly string[];
}

async function explain(error: unknown, { output, builder, words }: Asked): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    const { command } = findCommand(builder, words);
    const hints = error.code === 'commander.help' ? [''] : hintsFor(command);
    output.error(messageOf(error, command), hints);
    return 2;
  }
  if (error instanceof ConfigurationError) {
    output.error(error.message);
    return 2;
  }
  if (error instanceof UsageError) {
    output.error(error.message, hintsFor(findCommand(builder, words).command));
    return 2;
  }
  if (error instanceof Refusal) {
    output.error(error.message);
    return error.exitCode;
  }
  // Loaded already when it has failed; other commands start without the driver.
  const { isDatabaseError } = await import('../platform/db/database-away.ts');
  if (!isDatabaseError(error)) throw error;
  output.error(`the database reported an error: ${error.message}`);
  return 1;
}

/** Commander's own message, in one line. */
function messageOf({ code, message }: CommanderError, command: Builder): string {
  if (code === 'commander.help') return `missing command after "${pathOf(command)}"`;
  return message
    .replace(/^error: /, '')
    .replace(/^missing required argument '(.*)'$/, 'missing $1')
    .replace(
      /^required option '(.*)' not specified$/,
      (_, flags: string) => `missing ${flags.replaceAll(/[<>]/g, '')}`,
    )
    .replace(/\n\((.*)\)$/, '. $1');
}

function hintsFor(command: Builder): string[] {
  const path = pathOf(command);
  return [
    `Usage: ${path} ${command.usage()}`.trimEnd(),
    `Run \`${path.replace(/^jokko ?/, 'jokko help ').trimEnd()}\` for details.`,
    '',
  ];
}
