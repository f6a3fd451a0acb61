// Writes docs/cli.md, the reference of all commands, from their declarations.

import type { Command, CommandGroup, Noun } from './command.ts';
import { optionTerm, usageOf } from './usage.ts';

const introduction = `# Commands

<!-- Generated from the declarations of the commands by \`npm run docs\`. -->

In a clone, type \`./jokko COMMAND\`, or \`npm run -s jokko -- COMMAND\`; where the package is installed, \`node_modules/.bin/jokko COMMAND\`; in a container \`jokko COMMAND\`.
Not \`npx\`: outside a folder that has Jokko it would fetch whatever a registry names so. \`jokko help COMMAND\` prints the same text.

- Commands find the installation as \`serve\` does, through [the environment](configuration.md). If no node is running, they start the embedded
  database temporarily.
- \`--json\` prints the result, or the error, as one JSON value.
- Exit codes: 0 success, 1 refused or failed, 2 invalid command line, 75 of a node that is to be started again. The error is the last line on standard error.
- \`--version\` prints the version.`;

export async function commandReference(nouns: readonly Noun[]): Promise<string> {
  const sections = await Promise.all(nouns.map(sectionOf));
  const contents = nouns.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${summary} |`);
  return (
    [introduction, ['| command | |', '|---|---|', ...contents].join('\n'), ...sections, '']
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

async function sectionOf(noun: Noun): Promise<string> {
  const loaded = await noun.load();
  const title = `## ${noun.name}`;
  if ('command' in loaded)
    return [
      title,
      ...describe('', loaded.command),
      ...describeAll(noun.name, loaded.commands ?? []),
    ].join('\n\n');
  return [title, noun.summary, ...describeAll(noun.name, loaded.commands)].join('\n\n');
}

function describeAll(path: string, commands: CommandGroup['commands']): string[] {
  return commands.flatMap((each) => {
    if ('commands' in each) return describeAll(`${path} ${each.name}`, each.commands);
    return [`### ${path} ${each.name}`, ...describe(path, each)];
  });
}

function describe(path: string, command: Command): string[] {
  const { summary, details, examples = [] } = command;
  const words = ['jokko', path, command.name].filter((word) => word !== '').join(' ');
  const parameters = [
    ...Object.values(command.arguments).map((argument) => ({
      ...argument,
      term: argument.placeholder,
    })),
    ...Object.entries(command.options).map(([name, option]) => ({
      ...option,
      term: optionTerm(name, option),
    })),
  ];
  const rows = parameters.map(({ term, summary: meaning, defaultText }) => {
    const isShown = defaultText !== null && defaultText !== '';
    return `| \`${cell(term)}\` | ${cell(meaning)}${isShown ? ` Default: \`${defaultText}\`.` : ''} |`;
  });
  return [
    details === undefined ? summary : `${summary} ${details}`,
    fenced([`${words} ${usageOf(command)}`.trimEnd()]),
    ...(rows.length === 0 ? [] : [['| | |', '|---|---|', ...rows].join('\n')]),
    ...(examples.length === 0
      ? []
      : [`Examples:`, fenced(examples.map((each) => `${words} ${each}`))]),
  ];
}

const fenced = (lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');
