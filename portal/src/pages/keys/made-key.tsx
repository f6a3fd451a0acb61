// How is a new key handed over? Shown once; it stays until the person says that it is kept.

import { useMe } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { keyTexts } from './texts.ts';

export function MadeKey({ apiKey, onEnd }: { apiKey: string; onEnd(): void }) {
  const words = useTexts(keyTexts);
  const { mode } = useMe();
  const end = (
    <Button look="primary" onClick={onEnd}>
      {words.kept}
    </Button>
  );
  return (
    <Dialog open firm title={words.madeTitle} onClose={onEnd} actions={end}>
      <SecretOnce label={words.id} secret={apiKey}>
        {mode === 'sandbox' ? words.madeSandbox : words.madeOnce}
      </SecretOnce>
    </Dialog>
  );
}
