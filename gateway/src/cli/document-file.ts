// How is a document read from a file and imported, and how is one written out? The same for the catalogue and the routing of SMS.

import { readFileSync } from 'node:fs';
import type { DocumentProblem } from '../domain/documents/index.ts';
import type { Output } from './command.ts';
import { Refusal, UsageError } from './command.ts';

/** The text of a file; `-` is standard input. */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, { cause: error });
  }
}

/** Tells what became of an import; the exit code. */
export function tellImport(
  output: Output,
  what: string,
  file: string,
  result: { ok: true; version: number } | { ok: false; problems: DocumentProblem[] },
): number {
  if (result.ok) {
    output.result(result, () => `${what} version ${result.version} is in force`);
    return 0;
  }
  const lines = result.problems.map((problem) => `${file}:${problem.line} ${problem.field}: ${problem.message}`);
  output.result(result, () => [...lines, `${lines.length} problem(s); nothing was changed`].join('\n'));
  return 1;
}

/** The file itself, with and without --json: its layout is what import's line numbers are about. */
export function writeDocument(output: Output, what: string, text: string | null): number {
  if (text === null) throw new Refusal(`there is no ${what} yet`);
  output.text(text.endsWith('\n') ? text : `${text}\n`);
  return 0;
}
