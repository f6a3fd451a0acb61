// Presents the import and export of documents, the same for the catalogue and the SMS routing.

import type { DocumentProblem } from '../platform/documents/index.ts';
import { Refusal } from './errors.ts';

export type Imported = { ok: true; version: number } | { ok: false; problems: DocumentProblem[] };

export function importText(what: string, file: string, result: Imported): string {
  if (result.ok) return `${what} version ${result.version} is in force.`;
  const lines = result.problems.map(
    (problem) => `${file}:${problem.line} ${problem.field}: ${problem.message}`,
  );
  const count = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
  return [...lines, `${count}; nothing was changed.`].join('\n');
}

/** The document itself: line numbers of import are about its layout. */
export function documentText(what: string, text: string | null): string {
  if (text === null) throw new Refusal(`there is no ${what} yet`);
  return text.endsWith('\n') ? text : `${text}\n`;
}
