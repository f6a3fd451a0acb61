// Lets an operator reword an error of the catalogue. Takes effect at once, on all nodes, as a new
// version of the catalogue.

import { defined } from '@jokko/contract';
import type { Language } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Who } from '../../platform/audit/index.ts';
import { changeInForce } from '../../platform/documents/index.ts';
import type { CatalogueDocument, ErrorTextEntry } from './document.ts';
import { errorTextProblem, hasError, type ErrorTextProblem } from './error-text-rules.ts';
import { catalogueKind } from './kind.ts';

/** `language`: whose text is at fault. */
export type ErrorTextFault = { language: Language; problem: ErrorTextProblem };

/**
 * Null as a text: the contract's own counts again. `fault`: a text that is too long, holds
 * characters that nobody sees, lost its placeholder (`missing`), or has one where nothing would be
 * put in (`notAllowed`).
 */
export async function setErrorText(
  database: Database,
  by: { who: Who; userId: number },
  { id, fr, en }: { id: number | null; fr: string | null; en: string | null },
): Promise<
  | { ok: true; version: number | null }
  | { ok: false; refusal: 'unknown id' | 'no catalogue' }
  | { ok: false; fault: ErrorTextFault }
> {
  if (!hasError(String(id))) return { ok: false, refusal: 'unknown id' };
  for (const [language, text] of [
    ['fr', fr],
    ['en', en],
  ] as const) {
    const problem = text === null ? null : errorTextProblem(String(id), language, text);
    if (problem !== null) return { ok: false, fault: { language, problem } };
  }
  const own: ErrorTextEntry = { ...defined({ fr, en }) };
  const changed = await changeInForce(database, catalogueKind, {
    ...by,
    reason: null,
    action: 'error-text.set',
    subject: `error/${id ?? 'null'}`,
    change(document) {
      const { errorTexts = {}, ...rest } = document as CatalogueDocument;
      const { [String(id)]: before = {}, ...others } = errorTexts;
      if (before.fr === own.fr && before.en === own.en) return null;
      const texts = Object.keys(own).length === 0 ? others : { ...others, [String(id)]: own };
      return {
        document: Object.keys(texts).length === 0 ? rest : { ...rest, errorTexts: texts },
        old: before,
        new: own,
      };
    },
  });
  return changed === 'none'
    ? { ok: false, refusal: 'no catalogue' }
    : { ok: true, version: changed.version };
}
