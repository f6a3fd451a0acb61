// Form with which the operator opens an account, with a name and a currency. It leads to the
// account's page, where its first member is invited.

import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { developersMessages } from './messages.ts';

export const currencies = ['XOF', 'XAF', 'GNF', 'GHS', 'NGN', 'EUR', 'USD'].map((code) => ({
  value: code,
  label: code,
}));

export function OpenAccount({ onEnd }: { onEnd(): void }) {
  const messages = useMessages(developersMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST operator/developers', {
    changes: ['GET operator/developers'],
  });
  const send = async ({
    name = '',
    currency = 'XOF',
    language,
    all,
  }: Record<string, string>): Promise<void> => {
    const body = {
      name: name.trim(),
      currency,
      language: language === 'en' ? 'en' : 'fr',
      allServices: all === 'on',
    } as const;
    const answer = await run({ body });
    // Its services and their prices are what comes next.
    if (answer !== null) navigate(`/developers/${answer.id}?tab=services`);
  };
  return (
    <Dialog open title={messages.open} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Field
          name="name"
          label={messages.openName}
          maxLength={100}
          error={fieldMessageOf(error, 'name')}
          autoFocus
        />
        <Select
          name="currency"
          label={messages.currency}
          options={currencies}
          error={fieldMessageOf(error, 'currency')}
        />
        <Select
          name="language"
          label={messages.language}
          options={[
            { value: 'fr', label: messages.languages.fr },
            { value: 'en', label: messages.languages.en },
          ]}
        />
        <Checkbox name="all" label={messages.allServices} />
        <p className="soft small">{messages.firstMember}</p>
        <Button type="submit" variant="primary" pending={pending}>
          {messages.open}
        </Button>
      </Form>
    </Dialog>
  );
}
