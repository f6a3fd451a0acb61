// How does a case end whose transaction stays as it is? Booked at somebody's cost, or explained; another person has to agree.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { changed, useSayAsked } from './asked.ts';
import type { Found } from './case.tsx';
import { caseTexts } from './texts.ts';

const bearers = ['developer', 'operator', 'suspense'] as const;
type Bearer = (typeof bearers)[number];

export function CloseForm({
  order,
  open: { caseId, kind, mayBook, mayExplain },
}: {
  order: { accountId: number; id: string };
  open: Found['cases'][number];
}) {
  const words = useTexts(caseTexts);
  const { sayField } = useErrorWords();
  const [how, setHow] = useState<'booked' | 'explained'>(mayBook ? 'booked' : 'explained');
  const { run, pending, error } = useChange('POST operator/cases/close', changed);
  const say = useSayAsked();
  const send = async ({ bearer = '', reason = '' }: Record<string, string>): Promise<void> => {
    const body = { ...order, caseId, how, reason: reason.trim(), ...(how === 'booked' ? { bearer: bearer as Bearer } : {}) };
    say(await run({ body }));
  };
  return (
    <Card title={words.close} lead={`${words.kinds[kind]}. ${words.closeLead}`}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Choices legend={words.how}>
          {mayBook ? (
            <Radio
              name="how"
              value="booked"
              label={words.booked}
              hint={words.bookedHint}
              checked={how === 'booked'}
              onChange={() => setHow('booked')}
            />
          ) : null}
          {mayExplain ? (
            <Radio
              name="how"
              value="explained"
              label={words.explained}
              hint={words.explainedHint}
              checked={how === 'explained'}
              onChange={() => setHow('explained')}
            />
          ) : null}
        </Choices>
        {how === 'booked' ? (
          <Select
            name="bearer"
            label={words.bearer}
            options={bearers.map((value) => ({ value, label: words.bearers[value] }))}
            error={sayField(error, 'bearer')}
          />
        ) : null}
        <Textarea name="reason" label={words.reason} hint={words.reasonHint} rows={3} maxLength={500} error={sayField(error, 'reason')} />
        <Button type="submit" look="primary" pending={pending}>
          {words.ask}
        </Button>
      </Form>
    </Card>
  );
}
