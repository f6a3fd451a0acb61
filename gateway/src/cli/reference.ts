// Writes docs/cli.md, the reference of all commands, from their declarations.

import type { Command, CommandGroup, Noun } from './command.ts';
import { parametersOf } from './usage.ts';

const introduction = `# Commands

<!-- Generated from the declarations of the commands by \`npm run docs\`. -->

In a clone, type \`./jokko COMMAND\`; where the package is installed,
\`node_modules/.bin/jokko COMMAND\`; in a container \`jokko COMMAND\`. Not \`npx\`: outside a folder
  that
has Jokko it fetches whatever a registry names so. \`jokko help COMMAND\` prints more.

- Commands find the installation as \`serve\` does, through [the environment](configuration.md). If
  no
  node is running, they start the embedded database.
- \`--json\` prints the result, or the error, as one JSON value; \`--version\` the version.
- Exit codes: 0 success, 1 refused or failed, 2 invalid command line, 75 of a node that is to be
  started again. The error is the last line on stderr.

What many commands take:`;

/** What so many commands take is explained once, at the top. */
const commonUsesMin = 3;

/** The words after `jokko`. */
interface Named {
  path: string;
  command: Command;
}
/** An argument or option, as one line explains it. */
interface Term {
  term: string;
  meaning: string;
  /** As the usage has it where no line below explains it. */
  usage: string;
}

export async function commandReference(nouns: readonly Noun[]): Promise<string> {
  const sections = await Promise.all(
    nouns.map(async ({ name, load }) => ({ name, commands: commandsOf(name, await load()) })),
  );
  const common = commonTerms(sections.flatMap(({ commands }) => commands));
  return `${[
    introduction,
    [...common.values()].map(explain).join('\n'),
    ...sections.map(({ name, commands }) => `## ${name}\n\n${sectionOf(commands, common)}`),
  ].join('\n\n')}\n`;
}

function commandsOf(
  path: string,
  { command, commands = [] }: { command?: Command; commands?: CommandGroup['commands'] },
): Named[] {
  const own = command === undefined ? [] : [{ path, command }];
  return commands.reduce<Named[]>((all, each) => {
    const next = `${path} ${each.name}`;
    return [...all, ...commandsOf(next, 'commands' in each ? each : { command: each })];
  }, own);
}

type Terms = ReadonlyMap<string, Term>;

const keyOf = ({ term, meaning }: Term): string => `${term} ${meaning}`;

/** Takes, for a word with several meanings, the one that most commands give it. */
function commonTerms(commands: readonly Named[]): Terms {
  const uses = Map.groupBy(
    commands.flatMap(({ command }) => termsOf(command)),
    keyOf,
  );
  const often = [...uses]
    .filter(([, each]) => each.length >= commonUsesMin)
    .toSorted(([, one], [, other]) => other.length - one.length);
  const words = new Set<string>();
  return new Map(
    often.flatMap(([key, [term]]) => {
      if (words.has(term!.term)) return [];
      words.add(term!.term);
      return [[key, term!]];
    }),
  );
}

/** A term that two commands of a noun have is explained below the first of them. */
function sectionOf(commands: readonly Named[], common: Terms): string {
  const explained = new Map(common);
  return commands
    .flatMap(({ path, command }) => {
      const terms = termsOf(command);
      const unexplained = terms.filter((term) => !explained.has(keyOf(term)));
      const usage = terms
        .filter((term) => explained.has(keyOf(term)) || !term.usage.startsWith('[--'))
        // What it takes stands where it is explained.
        .map(({ usage }) => usage.replace(/^(\[--\S+) .*\]$/, '$1]'));
      for (const term of unexplained) explained.set(keyOf(term), term);
      return [
        `- \`${[path, ...usage].join(' ')}\` ${command.summary}`,
        ...unexplained.map((term) => `  ${explain(term)}`),
      ];
    })
    .join('\n');
}

const explain = ({ term, meaning }: Term): string => `- \`${term}\` ${meaning}`;

function termsOf(command: Command): Term[] {
  return parametersOf(command).map(({ term, usage, parameter: { summary, defaultText } }) => ({
    term,
    usage,
    meaning: defaultText ? `${summary} Default: \`${defaultText}\`.` : summary,
  }));
}
