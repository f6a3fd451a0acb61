// Builds commander's program from the declared commands: parsing, help and suggestions are
// commander's.

import { Argument, Command as Builder, Option } from 'commander';
import type { Command, CommandGroup, Noun } from './command.ts';
import type { ContextOpener } from './context.ts';
import type { Output } from './output.ts';
import { optionFlag, type Parameter, type Parameters, type Texts } from './parameters.ts';
import { UsageError } from './errors.ts';
import { shortUsageOf } from './usage.ts';
import { readVersion } from '../platform/version.ts';

export interface Program {
  builder: Builder;
  /** The exit code of the command that was run. */
  exitCode(): number;
}

/** `asked`: the noun whose commands are needed. The others are known by name and summary only. */
export async function buildProgram(
  nouns: readonly Noun[],
  asked: string | undefined,
  { output, opener }: { output: Output; opener: ContextOpener },
): Promise<Program> {
  let exitCode = 0;
  const run: RunCommand = async (command, texts, words) => {
    exitCode = await command.execute({ texts, words, output }, opener);
  };
  const builder = new Builder('jokko')
    .description('Self-hosted payments, messaging and SMS gateway.')
    .usage('COMMAND [OPTION …]')
    .version(readVersion(), '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print help.')
    .option('--json', 'Print the result, or the error, as JSON.')
    .helpCommand('help [command]', 'Print help for a command.')
    .addHelpText('after', '\nSettings come from the environment: see docs/configuration.md.')
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      optionTerm: ({ flags }) => flags.replaceAll(/[<>]/g, ''),
      argumentTerm: (argument) => argument.name(),
      subcommandTerm: (command) => command.name(),
    })
    .configureOutput({
      writeOut: (text) => output.text(text),
      writeErr: (text) => output.progress(text.trimEnd()),
      // Told by the caller, in its own form.
      outputError: () => {},
    });
  for (const noun of nouns) {
    const loaded = noun.name === asked ? await noun.load() : { commands: [] };
    if ('command' in loaded)
      addAll(addCommand(builder, loaded.command, run), loaded.commands ?? [], run);
    else addGroup(builder, { ...noun, commands: loaded.commands }, run);
  }
  return { builder, exitCode: () => exitCode };
}

type RunCommand = (command: Command, texts: Texts, words: readonly string[]) => Promise<void>;

function addGroup(parent: Builder, group: CommandGroup, run: RunCommand): void {
  const built = parent
    .command(group.name)
    .description(group.summary)
    .usage('COMMAND [OPTION …]')
    .helpCommand(false);
  addAll(built, group.commands, run);
}

function addAll(parent: Builder, commands: CommandGroup['commands'], run: RunCommand): void {
  for (const each of commands) {
    if ('commands' in each) addGroup(parent, each, run);
    else addCommand(parent, each, run);
  }
}

function addCommand(parent: Builder, command: Command, run: RunCommand): Builder {
  const { summary, details } = command;
  const built = parent
    .command(command.name)
    .summary(summary)
    .description(details === undefined ? summary : `${summary}\n\n${details}`)
    .usage(shortUsageOf(command))
    .allowUnknownOption(command.takesAnyWords)
    .allowExcessArguments(true);
  for (const argument of Object.values(command.arguments)) built.addArgument(argumentOf(argument));
  for (const [name, option] of Object.entries(command.options))
    built.addOption(optionOf(name, option));
  if (command.examples !== undefined)
    built.addHelpText('after', ['', 'Examples:', ...examplesOf(built, command)].join('\n'));
  built.action(() =>
    run(command, textsOf(built, command.arguments, command.takesAnyWords), built.args),
  );
  return built;
}

function argumentOf({ placeholder, summary, required }: Parameter<unknown>): Argument {
  return new Argument(required ? `<${placeholder}>` : `[${placeholder}]`, summary);
}

function optionOf(
  name: string,
  { placeholder, summary, ...parameter }: Parameter<unknown>,
): Option {
  const flags = optionFlag(name);
  const option = new Option(placeholder === '' ? flags : `${flags} <${placeholder}>`, summary);
  option.makeOptionMandatory(parameter.required);
  return parameter.defaultText === null
    ? option
    : option.default(parameter.defaultText, parameter.defaultText);
}

/** `jokko account`, from the program down to this command. */
export function pathOf(builder: Builder): string {
  return builder.parent === null ? builder.name() : `${pathOf(builder.parent)} ${builder.name()}`;
}

const examplesOf = (built: Builder, { examples = [] }: Command): string[] =>
  examples.map((example) => `  ${pathOf(built)} ${example}`);

function textsOf(built: Builder, parameters: Parameters, takesAnyWords: boolean): Texts {
  const names = Object.keys(parameters);
  const surplus = built.args[names.length];
  if (surplus !== undefined && !takesAnyWords)
    throw new UsageError(`unexpected argument ${surplus}`);
  const given = names.map((name, at) => [name, built.args[at]] as const);
  return { ...built.opts<{ [name: string]: string | boolean }>(), ...Object.fromEntries(given) };
}
