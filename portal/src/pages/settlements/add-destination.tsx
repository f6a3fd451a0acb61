// How is a destination registered? A bank account by its RIB or IBAN, or a wallet by its phone number.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { destinationTexts } from './destination-texts.ts';
import type { Terms } from './words.tsx';

export function AddDestination({ terms: { bankCountries, walletCountries }, onEnd }: { terms: Terms; onEnd(): void }) {
  const words = useTexts(destinationTexts);
  const { country: nameOf, language } = useFormat();
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST settlements/destinations', { changes: ['GET settlements/terms'] });
  const [kind, setKind] = useState<'bank' | 'wallet'>('bank');
  const bank = kind === 'bank';
  const send = async ({ holder = '', institution = '', country = '', number = '' }: Record<string, string>): Promise<void> => {
    if ((await run({ body: { kind, holder: holder.trim(), institution: institution.trim(), country, number: number.trim() } })) === null)
      return;
    toast(words.added);
    onEnd();
  };
  const countries = (bank ? bankCountries : walletCountries)
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
  return (
    <Dialog open title={words.add} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.lead}</p>
        <Choices legend={words.kind} row>
          <Radio name="kind" value="bank" label={words.kinds.bank} checked={bank} onChange={() => setKind('bank')} />
          <Radio name="kind" value="wallet" label={words.kinds.wallet} checked={!bank} onChange={() => setKind('wallet')} />
        </Choices>
        <Field
          name="holder"
          label={words.holder}
          hint={words.holderHint}
          maxLength={100}
          autoComplete="off"
          error={sayField(error, 'holder')}
        />
        <Field
          name="institution"
          label={bank ? words.bank : words.wallet}
          maxLength={100}
          autoComplete="off"
          error={sayField(error, 'institution')}
        />
        <Select name="country" label={words.country} options={countries} defaultValue="SN" error={sayField(error, 'country')} />
        <NumberField bank={bank} error={sayField(error, 'number')} />
        <Button type="submit" look="primary" pending={pending}>
          {words.add}
        </Button>
      </Form>
    </Dialog>
  );
}

function NumberField({ bank, error }: { bank: boolean; error: string | undefined }) {
  const words = useTexts(destinationTexts);
  const common = { name: 'number', autoComplete: 'off', spellCheck: false, error };
  if (bank) return <Field key="account" {...common} label={words.account} hint={words.accountHint} maxLength={60} />;
  return <Field key="phone" {...common} label={words.phone} inputMode="tel" maxLength={30} />;
}
