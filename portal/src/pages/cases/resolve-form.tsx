// Form to resolve a case: one user states the outcome with evidence; another one has to approve.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Field, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { When } from '../../ui/when.tsx';
import { changed, useSayAsked } from './asked.ts';
import type { Found } from './found-case.ts';
import { caseMessages } from './messages.ts';

const evidenceKinds = [
  'absent',
  'provider_refused',
  'provider_failed',
  'provider_canceled',
] as const;
type Evidence = (typeof evidenceKinds)[number];
type Outcome = 'executed' | 'not_executed';

export function ResolveForm({
  order,
  undecided: { purpose, attempt, sentAt, ours },
}: {
  order: { accountId: number; id: string };
  undecided: NonNullable<Found['undecided']>;
}) {
  const messages = useMessages(caseMessages);
  const { fieldMessageOf } = useErrorMessages();
  const [outcome, setOutcome] = useState<Outcome>('executed');
  const { run, pending, error } = useChange('POST operator/cases/resolve', changed);
  const messageOf = useSayAsked();
  const send = async ({
    reference = '',
    evidence = 'absent',
    reason = '',
  }: Record<string, string>): Promise<void> => {
    const proof =
      outcome === 'executed' ? { reference: reference.trim() } : { evidence: evidence as Evidence };
    messageOf(await run({ body: { ...order, outcome, ...proof, reason: reason.trim() } }));
  };
  return (
    <Card title={messages.resolve} lead={messages.resolveLead}>
      <Form error={error} onSend={(values) => void send(values)}>
        <KeyValues
          items={[
            { label: messages.whichAttempt, value: messages.attempt(attempt, ours) },
            { label: messages.sent, value: <When at={sentAt} show="both" /> },
          ]}
        />
        <OutcomeChoice outcome={outcome} refund={purpose === 'refund'} onChange={setOutcome} />
        {outcome === 'executed' ? (
          <Field
            name="reference"
            label={messages.reference}
            maxLength={100}
            autoComplete="off"
            error={fieldMessageOf(error, 'reference')}
          />
        ) : (
          <Select
            name="evidence"
            label={messages.howKnown}
            options={evidenceKinds.map((value) => ({
              value,
              label: messages.evidenceKinds[value],
            }))}
            error={fieldMessageOf(error, 'evidence')}
          />
        )}
        <Textarea
          name="reason"
          label={messages.reason}
          hint={messages.reasonHint}
          rows={3}
          maxLength={500}
          error={fieldMessageOf(error, 'reason')}
        />
        <Button type="submit" variant="primary" pending={pending}>
          {messages.ask}
        </Button>
      </Form>
    </Card>
  );
}

function OutcomeChoice({
  outcome,
  refund,
  onChange,
}: {
  outcome: Outcome;
  refund: boolean;
  onChange(outcome: Outcome): void;
}) {
  const messages = useMessages(caseMessages);
  return (
    <Choices legend={messages.outcome}>
      <Radio
        name="outcome"
        value="executed"
        label={refund ? messages.refundExecuted : messages.executed}
        hint={messages.executedHint}
        checked={outcome === 'executed'}
        onChange={() => onChange('executed')}
      />
      <Radio
        name="outcome"
        value="not_executed"
        label={refund ? messages.refundNotExecuted : messages.notExecuted}
        {...defined({ hint: refund ? undefined : messages.notExecutedHint })}
        checked={outcome === 'not_executed'}
        onChange={() => onChange('not_executed')}
      />
    </Choices>
  );
}
