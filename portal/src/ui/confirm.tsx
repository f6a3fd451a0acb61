// Is it really meant? What a danger asks before it happens, in words that say what will happen.

import type { ReactNode } from 'react';
import { useErrorWords } from '../api/index.ts';
import { useTexts } from '../language/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';

/** A question before something that cannot be undone. `yes` is the button's verb, never "OK". */
export function Confirm({
  open,
  title,
  yes,
  danger = false,
  pending = false,
  error = null,
  onYes,
  onClose,
  children,
}: {
  open: boolean;
  title: ReactNode;
  yes: string;
  danger?: boolean;
  pending?: boolean;
  error?: Error | null;
  onYes(): void;
  onClose(): void;
  children: ReactNode;
}) {
  const words = useTexts(uiTexts);
  const { say } = useErrorWords();
  const actions = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look={danger ? 'danger' : 'primary'} pending={pending} onClick={onYes}>
        {yes}
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title={title} actions={actions}>
      <div className="stack">
        {children}
        {error === null ? null : (
          <Notice tone="bad" live>
            {say(error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
