// Shows a new key once. It stays visible until the user confirms that it is saved.

import { useMe } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { keyMessages } from './messages.ts';

export function MadeKey({ apiKey, onEnd }: { apiKey: string; onEnd(): void }) {
  const messages = useMessages(keyMessages);
  const { mode } = useMe();
  const end = (
    <Button variant="primary" onClick={onEnd}>
      {messages.kept}
    </Button>
  );
  return (
    <Dialog open firm title={messages.madeTitle} onClose={onEnd} actions={end}>
      <SecretOnce label={messages.id} secret={apiKey}>
        {mode === 'sandbox' ? messages.madeSandbox : messages.madeOnce}
      </SecretOnce>
    </Dialog>
  );
}
