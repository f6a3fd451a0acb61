// How does one go on in a list that has no page numbers? Each answer names what comes after it; the way back is what was walked.

import { useTexts } from '../language/index.ts';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';
import './pager.css';

/** Which cursor led to which: for "previous". Forgotten with the tab; then "start of the list" is the way back. */
const before = new Map<string, string>();

/** `after` is the cursor in the address ('' on the first page), `next` the one that the answer gave (null on the last). */
export function Pager({ after, next, onChange }: { after: string; next: string | null; onChange(after: string): void }) {
  const words = useTexts(uiTexts);
  const previous = before.get(after);
  if (after === '' && next === null) return null;
  const go = (to: string): void => {
    onChange(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className="pager" aria-label={words.pages}>
      {after === '' ? null : (
        <Button small look="quiet" onClick={() => go('')}>
          {words.first}
        </Button>
      )}
      <span className="pager-space" />
      {previous === undefined || after === '' ? null : (
        <Button small icon="chevron-left" onClick={() => go(previous)}>
          {words.previous}
        </Button>
      )}
      <Button
        small
        // Not `disabled`: who came here by the keyboard would lose the place.
        aria-disabled={next === null}
        onClick={() => {
          if (next === null) return;
          before.set(next, after);
          go(next);
        }}
      >
        {words.next}
      </Button>
    </nav>
  );
}
