// How is a balance funded or adjusted? By a wish, which another person approves before anything changes.

import { useState } from 'react';
import { useChangeOnce, useErrorWords } from '../../api/index.ts';
import { plainAmount, useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { toast } from '../../ui/toast.tsx';
import { currencies } from './open-account.tsx';
import { developersTexts } from './texts.ts';

interface Props {
  id: number;
  name: string;
  currency: string;
  onEnd(): void;
}

export function MoneyWish({ id, name, currency: main, onEnd }: Props) {
  const words = useTexts(developersTexts);
  const { arrivedBefore } = useTexts(uiTexts);
  const { sayField } = useErrorWords();
  const [kind, setKind] = useState<'fund' | 'adjust'>('fund');
  const changes = { changes: ['GET operator/wishes'] } as { changes: ['GET operator/wishes'] };
  const fund = useChangeOnce('POST operator/fund', String(id), changes);
  const adjust = useChangeOnce('POST operator/adjust', String(id), changes);
  const { run, pending, error } = kind === 'fund' ? fund : adjust;
  const send = async ({ currency = main, amount = '', reason = '' }: Record<string, string>): Promise<void> => {
    const asked = await run({ accountId: id, currency, amount: plainAmount(amount), reason: reason.trim() });
    if (asked === null) return;
    toast(asked.repeated ? arrivedBefore : words.asked);
    onEnd();
  };
  return (
    <Dialog open title={words.moneyTitle(name)} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)}>
        <p>{words.moneyLead}</p>
        <Choices legend={words.moneyKind}>
          <Radio
            name="kind"
            value="fund"
            label={words.fund}
            hint={words.fundHint}
            checked={kind === 'fund'}
            onChange={() => setKind('fund')}
          />
          <Radio
            name="kind"
            value="adjust"
            label={words.adjust}
            hint={words.adjustHint}
            checked={kind === 'adjust'}
            onChange={() => setKind('adjust')}
          />
        </Choices>
        <Field name="amount" label={words.amount} inputMode="text" autoComplete="off" error={sayField(error, 'amount')} />
        <Select name="currency" label={words.currency} options={currencies} defaultValue={main} error={sayField(error, 'currency')} />
        <Field name="reason" label={words.reason} hint={words.reasonHint} maxLength={500} error={sayField(error, 'reason')} />
        <Button type="submit" look="primary" pending={pending}>
          {words.ask}
        </Button>
      </Form>
    </Dialog>
  );
}
