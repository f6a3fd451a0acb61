// Button that copies a text to the clipboard and reports when it is done, also to screen readers.

import { useState, type ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { Button, IconButton } from './button.tsx';
import { Notice } from './notice.tsx';
import { uiMessages } from './messages.ts';
import { toast } from './toast.tsx';
import './copy.css';

const doneForMs = 2_000;

function useCopy(text: string): { done: boolean; copy(): void } {
  const messages = useMessages(uiMessages);
  const [done, setDone] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => {
        setDone(true);
        toast(messages.copied, 'info');
        setTimeout(() => setDone(false), doneForMs);
      },
      () => toast(messages.copyFailed, 'bad'),
    );
  };
  return { done, copy };
}

/** A button that copies a text; with `label` in words, else as a picture. */
export function Copy({ text, label }: { text: string; label?: string }) {
  const messages = useMessages(uiMessages);
  const { done, copy } = useCopy(text);
  if (label === undefined)
    return (
      <IconButton
        icon={done ? 'check' : 'copy'}
        label={done ? messages.copied : messages.copy}
        onClick={copy}
      />
    );
  return (
    <Button small icon={done ? 'check' : 'copy'} onClick={copy}>
      {done ? messages.copied : label}
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

/** A code that whoever reads it can use: covered until it is asked for. */
export function HiddenCode({ children }: { children: string }) {
  const messages = useMessages(uiMessages);
  const [shown, setShown] = useState(false);
  if (shown) return <Code>{children}</Code>;
  return (
    <span className="code">
      <code aria-hidden="true">••••••••</code>
      <Button small onClick={() => setShown(true)}>
        {messages.show}
      </Button>
    </span>
  );
}

/** A secret that can be seen this one time. */
export function SecretOnce({
  label,
  secret,
  children,
}: {
  label: ReactNode;
  secret: string;
  children?: ReactNode;
}) {
  const messages = useMessages(uiMessages);
  return (
    <div className="secret">
      <p className="field-label">{label}</p>
      <div className="secret-text">
        <code>{secret}</code>
        <Copy text={secret} label={messages.copy} />
      </div>
      <Notice tone="warn">{children ?? messages.shownOnce}</Notice>
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
