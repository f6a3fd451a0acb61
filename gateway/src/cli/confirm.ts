// Asks the user of a terminal before something that cannot be taken back.

import { createInterface } from 'node:readline/promises';
import { seenText } from '@jokko/contract';
import { Refusal } from './errors.ts';

/**
 * Throws unless the answer is yes. Without a terminal nobody can be asked: the caller gives `--yes`
 * then.
 */
export async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Refusal(`${question} Repeat the command with --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${seenText(question)} [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal('nothing was changed');
  } finally {
    terminal.close();
  }
}
