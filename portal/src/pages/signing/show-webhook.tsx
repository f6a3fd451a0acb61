// With which secret are callbacks signed now? Shown on demand, after a proof; never kept on the page.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { signingTexts } from './texts.ts';

export function ShowWebhook() {
  const words = useTexts(signingTexts);
  const ui = useTexts(uiTexts);
  const { say } = useErrorWords();
  const { run, pending, error } = useChange('POST signing/webhook/show');
  const [secret, setSecret] = useState<string | null>(null);
  const show = async (): Promise<void> => setSecret((await run({ body: {} }))?.secret ?? null);
  const close = (): void => setSecret(null);
  return (
    <div className="stack stack-s">
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      <div className="buttons">
        <Button icon="eye" pending={pending} onClick={() => void show()}>
          {words.show}
        </Button>
      </div>
      {secret === null ? null : (
        <Dialog
          open
          title={words.shownTitle}
          onClose={close}
          actions={
            <Button look="primary" onClick={close}>
              {ui.close}
            </Button>
          }
        >
          <SecretOnce label={words.secret} secret={secret}>
            {words.shownHint}
          </SecretOnce>
        </Dialog>
      )}
    </div>
  );
}
