// Form of an inquiry, and the layout of its answer.

import type { ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { inquiryMessages } from './messages.ts';

export interface KindProps {
  services: RouteAnswer<'GET inquiries'>['services'];
  /** Sender and receiver. */
  example: unknown;
}

interface Asked {
  services: KindProps['services'];
  error: Error | null;
  pending: boolean;
  onSend(values: Record<string, string>): void;
  children: ReactNode;
}

export function InquiryForm({ services, error, pending, onSend, children }: Asked) {
  const messages = useMessages(inquiryMessages);
  const { fieldMessageOf } = useErrorMessages();
  return (
    <Card>
      <Form error={error} onSend={onSend}>
        <Select
          name="service"
          label={messages.service}
          error={fieldMessageOf(error, 'service')}
          options={services.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
        />
        {children}
        <div className="buttons">
          <Button type="submit" variant="primary" icon="search" pending={pending}>
            {messages.look}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The provider's members, or why it refused. */
export function Details({ answer }: { answer: RouteAnswer<'POST inquiries/reception'> | null }) {
  const messages = useMessages(inquiryMessages);
  if (answer === null) return null;
  if (answer.problem !== null) return <Refused problem={answer.problem} />;
  return (
    <Card title={messages.found} lead={messages.usable} flush>
      <DataTable
        id="inquiry"
        caption={messages.found}
        rows={answer.details}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          { key: 'member', header: messages.member, cell: ({ name }) => <code>{name}</code> },
          { key: 'value', header: messages.value, cell: ({ value }) => value },
        ]}
      />
    </Card>
  );
}

export function Refused({ problem }: { problem: string }) {
  const messages = useMessages(inquiryMessages);
  return (
    <Notice tone="bad" title={messages.refused} live>
      {problem}
    </Notice>
  );
}
