// Form that submits without reloading, once at a time, with errors shown above it and beside its
// fields. The first invalid field gets the focus.

import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { useErrorMessages } from '../api/index.ts';
import { Notice } from './notice.tsx';

/**
 * `onSend` gets the filled-in values by name. The browser's own checks stay off: the gateway's
 * words are in the right language.
 */
export function Form({
  onSend,
  error,
  children,
  className = 'stack',
  id,
}: {
  onSend(values: Record<string, string>, form: HTMLFormElement): void;
  error?: Error | null;
  children: ReactNode;
  className?: string;
  /** For a button outside of it. */
  id?: string;
}) {
  const { messageOf } = useErrorMessages();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null || error === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A dialog's form is no part of the form that its button stands in.
    event.stopPropagation();
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === 'string') values[name] = value;
    onSend(values, event.currentTarget);
  };
  return (
    <form ref={form} id={id} className={className} onSubmit={send} noValidate>
      {error === null || error === undefined ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      {children}
    </form>
  );
}
