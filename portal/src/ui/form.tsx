// How is a form sent? Without reloading, once at a time, with what was wrong said above it and beside its fields; the first wrong field gets
// the focus.

import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { useErrorWords } from '../api/index.ts';
import { Notice } from './notice.tsx';

/** `onSend` gets the filled-in values by name. The browser's own checks stay off: the gateway's words are in the right language. */
export function Form({
  onSend,
  error,
  children,
  className = 'stack',
}: {
  onSend(values: Record<string, string>, form: HTMLFormElement): void;
  error?: Error | null;
  children: ReactNode;
  className?: string;
}) {
  const { say } = useErrorWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error === null || error === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget)) if (typeof value === 'string') values[name] = value;
    onSend(values, event.currentTarget);
  };
  return (
    <form ref={form} className={className} onSubmit={send} noValidate>
      {error === null || error === undefined ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      {children}
    </form>
  );
}
