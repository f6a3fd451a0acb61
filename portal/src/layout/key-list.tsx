// Lists the keyboard shortcuts when `?` is pressed.

import { useEffect, useState } from 'react';
import { useMessages } from '../language/index.ts';
import { t } from '../language/message.ts';
import { KeyValues } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { isTyping } from '../ui/typing.ts';
import { useSearched } from './searched.ts';

const keyListMessages = {
  title: t('Raccourcis clavier', 'Keyboard shortcuts'),
  search: t('Rechercher', 'Search'),
  next: t('Ligne suivante du tableau', 'Next row'),
  previous: t('Ligne précédente du tableau', 'Previous row'),
  escape: t('Fermer le panneau ouvert', 'Close the open panel'),
  help: t('Afficher cette liste', 'Show this list'),
  escapeKey: t('Échap', 'Esc'),
};

const searchKeys = (
  <>
    <kbd>/</kbd> · <kbd>Ctrl+K</kbd>
  </>
);

export function KeyList() {
  const messages = useMessages(keyListMessages);
  const searched = useSearched();
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
    <Dialog open={open} title={messages.title} onClose={() => setOpen(false)}>
      <KeyValues
        items={[
          ...(searched === null ? [] : [{ label: messages.search, value: searchKeys }]),
          { label: messages.next, value: <kbd>j</kbd> },
          { label: messages.previous, value: <kbd>k</kbd> },
          { label: messages.escape, value: <kbd>{messages.escapeKey}</kbd> },
          { label: messages.help, value: <kbd>?</kbd> },
        ]}
      />
    </Dialog>
  );
}
