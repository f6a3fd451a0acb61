// Password field: hidden, and shown on request, so that it can be checked on a small keyboard.

import { useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';
import { uiMessages } from './messages.ts';

/** A password; `fresh` for one that is being chosen, so that password managers offer a new one. */
export function Password({
  fresh = false,
  ...rest
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  fresh?: boolean;
} & InputHTMLAttributes<HTMLInputElement>) {
  const messages = useMessages(uiMessages);
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...rest}
      type={shown ? 'text' : 'password'}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? messages.hide : messages.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
