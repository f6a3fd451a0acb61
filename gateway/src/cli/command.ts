// Defines what a command of the CLI is: a declared value with its parameters, one function that
// does it and one that presents the result. Commands stand with their noun and are built with the
// functions of this file; program.ts makes the program from them.

import type { CommandContext, ConfiguredContext, ContextOpener } from './context.ts';
import { cellOfNumber, cellsMax, homeCell } from '../platform/db/cell-numbers.ts';
import { Refusal } from './errors.ts';
import type { Output } from './output.ts';
import type { Input, Parameters, Texts } from './parameters.ts';
import { readInput } from './parameters.ts';

export interface Description<A extends Parameters, O extends Parameters> {
  /** The last word: `create` of `jokko account create`. */
  name: string;
  /** One sentence, in help and documentation. */
  summary: string;
  /** What the summary leaves out. */
  details?: string;
  /** By the name under which `run` gets them, in their order. */
  arguments?: A;
  /** `rateLimit` is typed as `--rate-limit`. */
  options?: O;
  /** What follows `jokko` and the command's name. */
  examples?: readonly string[];
}

/** How a result is shown. */
interface Presented<R> {
  present(result: R): string;
  /** What --json prints; the result itself by default. */
  json?(result: R): unknown;
}
/** Text that is printed as it is, with and without --json. */
interface Document<R> {
  document(result: R): string;
}
type Presentation<R> = Presented<R> | Document<R>;

interface Work<A extends Parameters, O extends Parameters, Context, R> {
  /** Throws a UsageError for values that do not go together, before anything is opened. */
  check?(input: Input<A, O>): void;
  run(context: Context, input: Input<A, O>): Promise<R>;
  /**
   * The cell whose database it works on. Absent: home, and an account of a further cell is refused.
   */
  cellOf?(input: Input<A, O>): number;
  /** Whether the result is a failure: exit code 1. */
  hasFailed?(result: R): boolean;
}

/** What the caller wrote, and where results go. */
export interface Given {
  texts: Texts;
  words: readonly string[];
  output: Output;
}

/** A declared command, whatever its parameters are. */
export interface Command extends Description<Parameters, Parameters> {
  arguments: Parameters;
  options: Parameters;
  /** Unknown options are passed on as words. */
  takesAnyWords: boolean;
  execute(given: Given, opener: ContextOpener): Promise<number>;
}

/** A first word of the command line. Its commands are loaded when one of them is asked for. */
export interface Noun {
  name: string;
  summary: string;
  /**
   * A single command where the word is the whole command, such as `doctor`; it may have further
   * ones below it, such as `recover open`.
   */
  load(): Promise<
    | { command: Command; commands?: CommandGroup['commands'] }
    | { commands: CommandGroup['commands'] }
  >;
}

/** `sms routing`: commands that begin with the same word. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly (Command | CommandGroup)[];
}

type None = Record<never, never>;

/**
 * A command that works on the database; the frame opens it, and starts the embedded one where none
 * runs.
 */
export function defineCommand<R, A extends Parameters = None, O extends Parameters = None>(
  declaration: Description<A, O> & Work<A, O, CommandContext, R> & Presentation<R>,
): Command {
  return declare(declaration, async (opener, output, work, input) => {
    const cell = declaration.cellOf?.(input) ?? homeCell;
    if (declaration.cellOf === undefined) refuseFurtherCells(input);
    const { context, close } = await opener.opened(output);
    try {
      return await work(cell === homeCell ? context : await context.inCell(cell));
    } finally {
      await close();
    }
  });
}

/** Better than "there is no such account". */
function refuseFurtherCells({ accountId }: { accountId?: unknown }): void {
  const cell = typeof accountId === 'number' ? cellOfNumber(accountId) : homeCell;
  if (cell !== homeCell && cell < cellsMax)
    throw new Refusal(
      `account ${String(accountId)} is in cell ${cell}: this command works for accounts of the home database only`,
    );
}

/** A command that needs the configuration and no database. */
export function defineCommandWithoutDatabase<
  R,
  A extends Parameters = None,
  O extends Parameters = None,
>(declaration: Description<A, O> & Work<A, O, ConfiguredContext, R> & Presentation<R>): Command {
  return declare(declaration, (opener, output, work) => work(opener.configured(output)));
}

/**
 * A command that runs until it is stopped, or hands over to another program; it answers the exit
 * code itself.
 */
export function defineProcess<O extends Parameters = None>(
  declaration: Description<None, O> & {
    takesAnyWords?: boolean;
    run(output: Output, words: readonly string[], input: Input<None, O>): Promise<number>;
  },
): Command {
  const { run, takesAnyWords = false, options = {}, ...description } = declaration;
  return {
    ...description,
    arguments: {},
    options,
    takesAnyWords,
    execute: ({ output, words, texts }) =>
      run(output, words, readInput(options, texts) as Input<None, O>),
  };
}

function declare<R, A extends Parameters, O extends Parameters, Context>(
  declaration: Description<A, O> & Work<A, O, Context, R> & Presentation<R>,
  opening: (
    opener: ContextOpener,
    output: Output,
    work: (context: Context) => Promise<R>,
    input: Input<A, O>,
  ) => Promise<R>,
): Command {
  const parameters: Parameters = { ...declaration.arguments, ...declaration.options };
  return {
    ...declaration,
    arguments: declaration.arguments ?? {},
    options: declaration.options ?? {},
    takesAnyWords: false,
    async execute({ texts, output }, opener) {
      const input = readInput(parameters, texts) as Input<A, O>;
      declaration.check?.(input);
      const result = await opening(
        opener,
        output,
        (context) => declaration.run(context, input),
        input,
      );
      if ('document' in declaration) output.text(declaration.document(result));
      else
        output.result(declaration.json === undefined ? result : declaration.json(result), () =>
          declaration.present(result),
        );
      return declaration.hasFailed?.(result) === true ? 1 : 0;
    },
  };
}
