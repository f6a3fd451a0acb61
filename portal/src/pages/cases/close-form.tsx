// Form to close a case whose transaction stays as it is: booked at somebody's cost, or explained.
// Another user has to approve.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useChange, useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices, Radio } from '../../ui/choice.tsx';
import { Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { changed, useSayAsked } from './asked.ts';
import type { Found } from './found-case.ts';
import { caseMessages } from './messages.ts';

const liableParties = ['developer', 'operator', 'suspense'] as const;
type LiableParty = (typeof liableParties)[number];

export function CloseForm({
  order,
  open: { caseId, kind, mayBook, mayExplain },
}: {
  order: { accountId: number; id: string };
  open: Found['cases'][number];
}) {
  const messages = useMessages(caseMessages);
  const { fieldMessageOf } = useErrorMessages();
  const [how, setHow] = useState<'booked' | 'explained'>(mayBook ? 'booked' : 'explained');
  const { run, pending, error } = useChange('POST operator/cases/close', changed);
  const messageOf = useSayAsked();
  const send = async ({ liableParty = '', reason = '' }: Record<string, string>): Promise<void> => {
    const body = {
      ...order,
      caseId,
      how,
      reason: reason.trim(),
      ...defined({ liableParty: how === 'booked' ? (liableParty as LiableParty) : undefined }),
    };
    messageOf(await run({ body }));
  };
  return (
    <Card title={messages.close} lead={`${messages.kinds[kind]}. ${messages.closeLead}`}>
      <Form error={error} onSend={(values) => void send(values)}>
        <Choices legend={messages.how}>
          {mayBook ? (
            <Radio
              name="how"
              value="booked"
              label={messages.booked}
              hint={messages.bookedHint}
              checked={how === 'booked'}
              onChange={() => setHow('booked')}
            />
          ) : null}
          {mayExplain ? (
            <Radio
              name="how"
              value="explained"
              label={messages.explained}
              hint={messages.explainedHint}
              checked={how === 'explained'}
              onChange={() => setHow('explained')}
            />
          ) : null}
        </Choices>
        {how === 'booked' ? (
          <Select
            name="liableParty"
            label={messages.liableParty}
            options={liableParties.map((value) => ({
              value,
              label: messages.liableParties[value],
            }))}
            error={fieldMessageOf(error, 'liableParty')}
          />
        ) : null}
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
