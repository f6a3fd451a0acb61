// What became of it? One person says so with a proof; another one has to agree.

import { useState } from 'react';
import { useChange, useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Field, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { When } from '../../ui/when.tsx';
import { changed, useSayAsked } from './asked.ts';
import type { Found } from './case.tsx';
import { caseTexts } from './texts.ts';

const grounds = ['absent', 'provider_refused', 'provider_failed', 'provider_canceled'] as const;
type Ground = (typeof grounds)[number];
type Outcome = 'executed' | 'not_executed';

export function ResolveForm({
  order,
  undecided: { purpose, attempt, sentAt, ours },
}: {
  order: { accountId: number; id: string };
  undecided: NonNullable<Found['undecided']>;
}) {
  const words = useTexts(caseTexts);
  const { sayField } = useErrorWords();
  const [outcome, setOutcome] = useState<Outcome>('executed');
  const { run, pending, error } = useChange('POST operator/cases/resolve', changed);
  const say = useSayAsked();
  const send = async ({ reference = '', ground = 'absent', reason = '' }: Record<string, string>): Promise<void> => {
    const proof = outcome === 'executed' ? { reference: reference.trim() } : { ground: ground as Ground };
    say(await run({ body: { ...order, outcome, ...proof, reason: reason.trim() } }));
  };
  return (
    <Card title={words.resolve} lead={words.resolveLead}>
      <Form error={error} onSend={(values) => void send(values)}>
        <KeyValues
          items={[
            { label: words.whichAttempt, value: words.attempt(attempt, ours) },
            { label: words.sent, value: <When at={sentAt} show="both" /> },
          ]}
        />
        <OutcomeChoice outcome={outcome} refund={purpose === 'refund'} onChange={setOutcome} />
        {outcome === 'executed' ? (
          <Field name="reference" label={words.reference} maxLength={100} autoComplete="off" error={sayField(error, 'reference')} />
        ) : (
          <Select
            name="ground"
            label={words.ground}
            options={grounds.map((value) => ({ value, label: words.grounds[value] }))}
            error={sayField(error, 'ground')}
          />
        )}
        <Textarea name="reason" label={words.reason} hint={words.reasonHint} rows={3} maxLength={500} error={sayField(error, 'reason')} />
        <Button type="submit" look="primary" pending={pending}>
          {words.ask}
        </Button>
      </Form>
    </Card>
  );
}

function OutcomeChoice({ outcome, refund, onChange }: { outcome: Outcome; refund: boolean; onChange(outcome: Outcome): void }) {
  const words = useTexts(caseTexts);
  return (
    <Choices legend={words.outcome}>
      <Radio
        name="outcome"
        value="executed"
        label={refund ? words.refundExecuted : words.executed}
        hint={words.executedHint}
        checked={outcome === 'executed'}
        onChange={() => onChange('executed')}
      />
      <Radio
        name="outcome"
        value="not_executed"
        label={refund ? words.refundNotExecuted : words.notExecuted}
        {...(refund ? {} : { hint: words.notExecutedHint })}
        checked={outcome === 'not_executed'}
        onChange={() => onChange('not_executed')}
      />
    </Choices>
  );
}
