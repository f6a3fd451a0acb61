// Runs a command in a test, as the program does once it has read the command line.

import type { Command } from './command.ts';
import type { CommandContext, ContextOpener } from './context.ts';
import { createOutput } from './output.ts';

/** What it prints with --json. Throws what the command ends with. */
export async function runCommand(
  commands: readonly (Command | { name: string })[],
  name: string,
  texts: Record<string, string>,
  context: Partial<CommandContext>,
): Promise<Record<string, unknown>> {
  const command = commands.find((each) => each.name === name) as Command;
  const opener = {
    opened: () => Promise.resolve({ context, close: () => Promise.resolve() }),
  } as unknown as ContextOpener;
  let printed = '';
  const output = createOutput(true, { out: (text) => void (printed += text), err: () => {} });
  await command.execute({ texts, words: [], output }, opener);
  return JSON.parse(printed) as Record<string, unknown>;
}
