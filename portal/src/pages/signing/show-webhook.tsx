// Shows the secret that signs callbacks now. Shown on demand, after a proof; never kept on the
// page.

import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { signingMessages } from './messages.ts';

export function ShowWebhook() {
  const messages = useMessages(signingMessages);
  const ui = useMessages(uiMessages);
  const { messageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST signing/webhook/show');
  const [secret, setSecret] = useState<string | null>(null);
  const show = async (): Promise<void> => setSecret((await run({ body: {} }))?.secret ?? null);
  const close = (): void => setSecret(null);
  return (
    <div className="stack stack-s">
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      <div className="buttons">
        <Button icon="eye" pending={pending} onClick={() => void show()}>
          {messages.show}
        </Button>
      </div>
      {secret === null ? null : (
        <Dialog
          open
          title={messages.shownTitle}
          onClose={close}
          actions={
            <Button variant="primary" onClick={close}>
              {ui.close}
            </Button>
          }
        >
          <SecretOnce label={messages.secret} secret={secret}>
            {messages.shownHint}
          </SecretOnce>
        </Dialog>
      )}
    </div>
  );
}
