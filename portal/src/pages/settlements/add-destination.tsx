// Form that registers a destination: a bank account by its RIB or IBAN, or a wallet by its phone
// number.

import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { destinationMessages } from './destination-messages.ts';
import type { Terms } from './labels.tsx';

export function AddDestination({
  terms: { bankCountries, walletCountries },
  onEnd,
}: {
  terms: Terms;
  onEnd(): void;
}) {
  const messages = useMessages(destinationMessages);
  const { country: nameOf, language } = useFormat();
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST settlements/destinations', {
    changes: ['GET settlements/terms'],
  });
  const [kind, setKind] = useState<'bank' | 'wallet'>('bank');
  const bank = kind === 'bank';
  const send = async ({
    holder = '',
    institution = '',
    country = '',
    number = '',
  }: Record<string, string>): Promise<void> => {
    if (
      (await run({
        body: {
          kind,
          holder: holder.trim(),
          institution: institution.trim(),
          country,
          number: number.trim(),
        },
      })) === null
    )
      return;
    toast(messages.added);
    onEnd();
  };
  const countries = (bank ? bankCountries : walletCountries)
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
  return (
    <Dialog open title={messages.add} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{messages.lead}</p>
        <Choices legend={messages.kind} row>
          <Radio
            name="kind"
            value="bank"
            label={messages.kinds.bank}
            checked={bank}
            onChange={() => setKind('bank')}
          />
          <Radio
            name="kind"
            value="wallet"
            label={messages.kinds.wallet}
            checked={!bank}
            onChange={() => setKind('wallet')}
          />
        </Choices>
        <Field
          name="holder"
          label={messages.holder}
          hint={messages.holderHint}
          maxLength={100}
          autoComplete="off"
          error={fieldMessageOf(error, 'holder')}
        />
        <Field
          name="institution"
          label={bank ? messages.bank : messages.wallet}
          maxLength={100}
          autoComplete="off"
          error={fieldMessageOf(error, 'institution')}
        />
        <Select
          name="country"
          label={messages.country}
          options={countries}
          defaultValue="SN"
          error={fieldMessageOf(error, 'country')}
        />
        <NumberField bank={bank} error={fieldMessageOf(error, 'number')} />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.add}
        </Button>
      </Form>
    </Dialog>
  );
}

function NumberField({ bank, error }: { bank: boolean; error: string | undefined }) {
  const messages = useMessages(destinationMessages);
  const common = { name: 'number', autoComplete: 'off', spellCheck: false, error };
  if (bank)
    return (
      <Field
        key="account"
        {...common}
        label={messages.account}
        hint={messages.accountHint}
        maxLength={60}
      />
    );
  return <Field key="phone" {...common} label={messages.phone} inputMode="tel" maxLength={30} />;
}
