// How does a text get to the clipboard? A button beside it that says when it is done, also to screen readers.

import { useState, type ReactNode } from 'react';
import { useTexts } from '../language/index.ts';
import { Button, IconButton } from './button.tsx';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';
import { toast } from './toast.tsx';
import './copy.css';

const doneForMs = 2_000;

function useCopy(text: string): { done: boolean; copy(): void } {
  const words = useTexts(uiTexts);
  const [done, setDone] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setDone(true);
        toast(words.copied, 'info');
        setTimeout(() => setDone(false), doneForMs);
      },
      () => toast(words.copyFailed, 'bad'),
    );
  };
  return { done, copy };
}

/** A button that copies a text; with `label` in words, else as a picture. */
export function Copy({ text, label }: { text: string; label?: string }) {
  const words = useTexts(uiTexts);
  const { done, copy } = useCopy(text);
  if (label === undefined) return <IconButton icon={done ? 'check' : 'copy'} label={done ? words.copied : words.copy} onClick={copy} />;
  return (
    <Button small icon={done ? 'check' : 'copy'} onClick={copy}>
      {done ? words.copied : label}
    </Button>
  );
}

/** An id or another short code with its button. */
export function Code({ children, copy = true }: { children: string; copy?: boolean }) {
  return (
    <span className="code">
      <code>{children}</code>
      {copy ? <Copy text={children} /> : null}
    </span>
  );
}

/** A secret that can be seen this one time. */
export function SecretOnce({ label, secret, children }: { label: ReactNode; secret: string; children?: ReactNode }) {
  const words = useTexts(uiTexts);
  return (
    <div className="secret">
      <p className="field-label">{label}</p>
      <div className="secret-text">
        <code>{secret}</code>
        <Copy text={secret} label={words.copy} />
      </div>
      <Notice tone="warn">{children ?? words.shownOnce}</Notice>
    </div>
  );
}

/** Several lines of code or JSON; scrolls by itself, with the keyboard too. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <figure className="code-block">
      <figcaption>
        <span>{label}</span>
        <Copy text={text} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
