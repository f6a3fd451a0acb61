// How is a password typed? Hidden, and shown on request, so that it can be checked on a small keyboard.

import { useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { useTexts } from '../language/index.ts';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';
import { uiTexts } from './texts.ts';

/** A password; `fresh` for one that is being chosen, so that password managers offer a new one. */
export function Password({
  fresh = false,
  ...rest
}: { label: ReactNode; hint?: ReactNode; error?: string | undefined; fresh?: boolean } & InputHTMLAttributes<HTMLInputElement>) {
  const words = useTexts(uiTexts);
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
          label={shown ? words.hide : words.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
