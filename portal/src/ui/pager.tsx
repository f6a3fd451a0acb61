// Pager of a list without page numbers. Each answer names what comes after it; the way back is the
// path already taken.

import { useMessages } from '../language/index.ts';
import { Button } from './button.tsx';
import { uiMessages } from './messages.ts';
import './pager.css';

/**
 * Which cursor led to which: for "previous". Forgotten with the tab; then "start of the list" is
 * the way back.
 */
const before = new Map<string, string>();

/**
 * `after` is the cursor in the address ('' on the first page), `next` the one that the answer gave
 * (null on the last).
 */
export function Pager({
  after,
  next,
  onChange,
}: {
  after: string;
  next: string | null;
  onChange(after: string): void;
}) {
  const messages = useMessages(uiMessages);
  const previous = before.get(after);
  if (after === '' && next === null) return null;
  const go = (to: string): void => {
    onChange(to);
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className="pager" aria-label={messages.pages}>
      {after === '' ? null : (
        <Button small variant="quiet" onClick={() => go('')}>
          {messages.first}
        </Button>
      )}
      <span className="pager-space" />
      {previous === undefined || after === '' ? null : (
        <Button small icon="chevron-left" onClick={() => go(previous)}>
          {messages.previous}
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
        {messages.next}
      </Button>
    </nav>
  );
}
