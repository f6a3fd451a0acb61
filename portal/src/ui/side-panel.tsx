// Side panel in which a row of a table opens: beside the table on a wide screen, where the table
// can still be used; above the page on a phone.

import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { IconButton } from './button.tsx';
import { uiMessages } from './messages.ts';
import './side-panel.css';

const wide = '(min-width: 64rem)';

/** A panel for one thing of a list. Escape closes it and gives the focus back to where it was. */
export function SidePanel({
  title,
  onClose,
  children,
  actions,
}: {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  actions?: ReactNode;
}) {
  const messages = useMessages(uiMessages);
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const before = document.activeElement;
    if (window.matchMedia(wide).matches) dialog.show();
    else dialog.showModal();
    const escape = (event: KeyboardEvent): void => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        document.querySelector('dialog:modal') === null
      )
        close();
    };
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('keydown', escape);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className="side-panel"
      aria-labelledby={id}
      onCancel={(event) => {
        // A dialog above the panel, or a choice of a file within it, is given up by itself.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="side-panel-head">
        <h2 id={id} tabIndex={-1} autoFocus>
          {title}
        </h2>
        <IconButton icon="close" label={messages.close} onClick={onClose} />
      </header>
      <div className="side-panel-body">{children}</div>
      {actions === undefined ? null : <footer className="dialog-actions">{actions}</footer>}
    </dialog>
  );
}
