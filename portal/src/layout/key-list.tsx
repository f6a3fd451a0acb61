// Which keys are there? Listed when `?` is pressed.

import { useEffect, useState } from 'react';
import { defineTexts, useTexts } from '../language/index.ts';
import { KeyValues } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { isTyping } from '../ui/typing.ts';

const keyListTexts = defineTexts(
  {
    title: 'Touches du clavier',
    search: 'Aller à la recherche',
    next: 'Ligne suivante du tableau',
    previous: 'Ligne précédente du tableau',
    escape: 'Fermer ce qui est ouvert',
    help: 'Montrer cette liste',
    escapeKey: 'Échap',
  },
  {
    title: 'Keys',
    search: 'Go to the search',
    next: 'Next row of the table',
    previous: 'Previous row of the table',
    escape: 'Close what is open',
    help: 'Show this list',
    escapeKey: 'Esc',
  },
);

/** `searchable`: there is a search for this person. */
export function KeyList({ searchable }: { searchable: boolean }) {
  const words = useTexts(keyListTexts);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('dialog:modal') === null) setOpen(true);
    };
    document.addEventListener('keydown', show);
    return () => document.removeEventListener('keydown', show);
  }, []);
  return (
    <Dialog open={open} title={words.title} onClose={() => setOpen(false)}>
      <KeyValues
        items={[
          ...(searchable ? [{ label: words.search, value: <kbd>/</kbd> }] : []),
          { label: words.next, value: <kbd>j</kbd> },
          { label: words.previous, value: <kbd>k</kbd> },
          { label: words.escape, value: <kbd>{words.escapeKey}</kbd> },
          { label: words.help, value: <kbd>?</kbd> },
        ]}
      />
    </Dialog>
  );
}
