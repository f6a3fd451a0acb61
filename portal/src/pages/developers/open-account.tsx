// How does the operator open an account? With a name and a currency; its key and secret are shown once.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { developersTexts } from './texts.ts';

export const currencies = ['XOF', 'XAF', 'GNF', 'GHS', 'NGN', 'EUR', 'USD'].map((code) => ({ value: code, label: code }));

export function OpenAccount({ onEnd }: { onEnd(): void }) {
  const words = useTexts(developersTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST operator/developers', { changes: ['GET operator/developers'] });
  const [made, setMade] = useState<RouteAnswer<'POST operator/developers'> | null>(null);
  const send = async ({ name = '', currency = 'XOF', language, all }: Record<string, string>): Promise<void> => {
    const body = { name: name.trim(), currency, language: language === 'en' ? 'en' : 'fr', allServices: all === 'on' } as const;
    const answer = await run({ body });
    if (answer !== null) setMade(answer);
  };
  if (made !== null) {
    return (
      <Dialog
        open
        firm
        title={words.opened}
        onClose={() => navigate(`/developers/${made.id}`)}
        actions={
          <Button look="primary" onClick={() => navigate(`/developers/${made.id}`)}>
            {words.finish}
          </Button>
        }
      >
        <div className="stack">
          <p>{words.handOver}</p>
          <SecretOnce label={words.apiKey} secret={made.apiKey} />
          <SecretOnce label={words.webhookSecret} secret={made.webhookSecret} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open title={words.open} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Field name="name" label={words.openName} maxLength={100} error={sayField(error, 'name')} autoFocus />
        <Select name="currency" label={words.currency} options={currencies} error={sayField(error, 'currency')} />
        <Select
          name="language"
          label={words.language}
          options={[
            { value: 'fr', label: words.languages.fr },
            { value: 'en', label: words.languages.en },
          ]}
        />
        <Checkbox name="all" label={words.allServices} />
        <Button type="submit" look="primary" pending={pending}>
          {words.open}
        </Button>
      </Form>
    </Dialog>
  );
}
