// Dialog above the page. The browser's own <dialog>: it keeps the focus inside, closes with Escape
// and gives the focus back.

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { IconButton } from './button.tsx';
import { uiMessages } from './messages.ts';
import './dialog.css';

interface Props {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons below; the one that goes on comes last. */
  actions?: ReactNode;
  /** Cannot be closed by Escape, the cross or a click beside it: for what is shown once. */
  firm?: boolean;
}

/** A question or a form above the page. Drawn only while it is open. */
export function Dialog(props: Props) {
  return props.open ? <OpenDialog {...props} className="dialog" /> : null;
}

/** The same at the side of the screen, for forms that are longer. */
export function Drawer(props: Props & { side?: 'start' | 'end' }) {
  return props.open ? (
    <OpenDialog {...props} className={`drawer drawer-${props.side ?? 'end'}`} />
  ) : null;
}

const fields = ['input', 'select', 'textarea']
  .map((field) => `${field}:not([type="hidden"], :disabled)`)
  .join();

function OpenDialog({
  onClose,
  title,
  children,
  actions,
  firm = false,
  className,
}: Props & { className: string }) {
  const messages = useMessages(uiMessages);
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const before = document.activeElement;
    dialog.showModal();
    // Whoever opened a form wants to fill it in; without fields the browser's choice is right.
    dialog.querySelector<HTMLElement>(`.dialog-body :is(${fields})`)?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={className}
      aria-labelledby={id}
      onCancel={(event) => {
        // A dialog above this one, or a choice of a file within it, is given up by itself.
        if (event.target !== element.current) return;
        event.preventDefault();
        if (!firm) onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === element.current && !firm) onClose();
      }}
    >
      <div className="dialog-inside">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          {firm ? null : <IconButton icon="close" label={messages.close} onClick={onClose} />}
        </header>
        <div className="dialog-body">{children}</div>
        {actions === undefined ? null : <footer className="dialog-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
