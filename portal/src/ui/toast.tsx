// Toast: a short message at the edge of the screen about what has just happened, announced to
// screen readers, gone after a while. Errors stay until they are closed.

import { useSyncExternalStore } from 'react';
import { useMessages } from '../language/index.ts';
import { toneIcons } from './badge.tsx';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { uiMessages } from './messages.ts';
import './toast.css';

interface Toast {
  id: number;
  tone: 'good' | 'bad' | 'info';
  text: string;
}

const shownForMs = 6_000;
const toastsMax = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let made = 0;

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id));

/** Shows a message. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++made;
  set([...toasts.slice(1 - toastsMax), { id, tone, text }]);
  if (tone !== 'bad') setTimeout(() => dismiss(id), shownForMs);
}

/**
 * The place where messages appear; once, at the root, so that it is there before the first message.
 */
export function Toasts() {
  const messages = useMessages(uiMessages);
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite" aria-label={messages.notifications}>
      {shown.map(({ id, tone, text }) => (
        <div key={id} className={`toast toast-${tone}`}>
          <Icon name={toneIcons[tone]} />
          <span>{text}</span>
          <IconButton icon="close" label={messages.close} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
