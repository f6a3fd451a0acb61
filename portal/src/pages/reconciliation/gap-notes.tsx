// What was said about a gap, by whom, and when?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { When } from '../../ui/when.tsx';
import { GapStateBadge } from './badges.tsx';
import { reconciliationTexts } from './texts.ts';

export type GapWithNotes = RouteAnswer<'GET operator/reconciliation-gaps/:id'>;

export function GapNotes({ notes }: { notes: GapWithNotes['notes'] }) {
  const words = useTexts(reconciliationTexts);
  if (notes.length === 0) return <p>{words.noNotes}</p>;
  return (
    <ol className="reconciliation-notes">
      {notes.map(({ at, by, to, note, wishId }) => (
        <li key={`${at} ${note}`}>
          <p className="reconciliation-note-head">
            <GapStateBadge state={to} /> {by ?? words.bySystem} · <When at={at} />
          </p>
          <p className="reconciliation-words">{wordsOf(note, by, words)}</p>
          {wishId === null ? null : (
            <p>
              <Link to={`/approvals?open=${wishId}`}>
                {words.wish} {wishId}
              </Link>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

type Words = Pick<(typeof reconciliationTexts)['fr'], 'matchesNow' | 'missingAgain' | 'namedBy'>;

/** What the gateway notes by itself, in the reader's language. */
function wordsOf(note: string, by: string | null, words: Words): string {
  if (by !== null) return note;
  if (note === 'matches_now') return words.matchesNow;
  if (note === 'missing_again') return words.missingAgain;
  const [, file, row] = /^named_by:(\d+):(\d+)$/.exec(note) ?? [];
  return file === undefined || row === undefined ? note : words.namedBy(file, row);
}
