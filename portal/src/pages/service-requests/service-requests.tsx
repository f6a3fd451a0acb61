// Lists the services that developers have requested, for the operator's answer.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { toast } from '../../ui/toast.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { serviceRequestMessages } from './messages.ts';

type Asked = RouteAnswer<'GET service-requests'>['items'][number];
const states = ['open', 'activated', 'refused'] as const;
export default function ServiceRequests() {
  const messages = useMessages(serviceRequestMessages);
  const list = useList('GET service-requests', {
    filters: [
      {
        name: 'state',
        label: messages.state,
        options: optionsOf(states, messages.states),
        fallback: 'open',
      },
    ],
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      list={list}
      id="service-requests"
      rowKey={({ id }) => String(id)}
      rowName={({ serviceName, code }) => serviceName ?? code}
      panel={({ row, onClose }) => row && <RequestPanel of={row} onClose={onClose} />}
      columns={[
        {
          key: 'service',
          header: messages.service,
          cell: ({ serviceName, code }) => serviceName ?? code,
        },
        { key: 'account', header: messages.account, cell: ({ accountName }) => accountName },
        {
          key: 'state',
          header: messages.state,
          cell: (row) => (
            <Badge tone={stateTones.serviceRequest[row.state]}>{messages.states[row.state]}</Badge>
          ),
        },
        { key: 'by', header: messages.askedBy, cell: ({ askedBy }) => askedBy },
        { key: 'asked', header: messages.asked, cell: ({ askedAt }) => <When at={askedAt} /> },
      ]}
      empty={{ icon: 'layers', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function RequestPanel({ of: asked, onClose }: { of: Asked; onClose(): void }) {
  const messages = useMessages(serviceRequestMessages);
  const may = useMay('POST service-requests/decide');
  return (
    <SidePanel title={asked.serviceName ?? asked.code} onClose={onClose}>
      <div className="stack stack-l">
        <KeyValues
          items={[
            {
              label: messages.state,
              value: (
                <Badge tone={stateTones.serviceRequest[asked.state]}>
                  {messages.states[asked.state]}
                </Badge>
              ),
            },
            { label: messages.account, value: `${asked.accountName} (${asked.accountId})` },
            { label: messages.service, value: <code>{asked.code}</code> },
            { label: messages.askedBy, value: asked.askedBy },
            { label: messages.asked, value: <When at={asked.askedAt} show="both" /> },
            { label: messages.note, value: asked.note === '' ? null : asked.note },
            {
              label: messages.decided,
              value: asked.decidedAt === null ? null : <When at={asked.decidedAt} show="both" />,
            },
            { label: messages.answer, value: asked.answer === '' ? null : asked.answer },
          ]}
        />
        {may && asked.state === 'open' ? <Decide id={asked.id} onEnd={onClose} /> : null}
      </div>
    </SidePanel>
  );
}

function Decide({ id, onEnd }: { id: number; onEnd(): void }) {
  const messages = useMessages(serviceRequestMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST service-requests/decide', {
    changes: ['GET service-requests'],
  });
  const [answer, setAnswer] = useState('');
  const decide = async (activate: boolean): Promise<void> => {
    if ((await run({ body: { id, activate, answer } })) === null) return;
    onEnd();
    toast(activate ? messages.activated : messages.refused);
  };
  return (
    <Form error={error} onSend={() => void decide(true)}>
      <Textarea
        label={messages.answer}
        hint={messages.answerHint}
        optional={messages.optional}
        value={answer}
        maxLength={500}
        error={fieldMessageOf(error, 'answer')}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className="buttons">
        <Button type="submit" variant="primary" pending={pending}>
          {messages.activate}
        </Button>
        <Button pending={pending} onClick={() => void decide(false)}>
          {messages.refuse}
        </Button>
      </div>
    </Form>
  );
}
