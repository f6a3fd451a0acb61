// How is a look-up asked for, and how does its answer stand there?

import type { ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { lookUpTexts } from './texts.ts';

export interface KindProps {
  services: RouteAnswer<'GET look-ups'>['services'];
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

export function AskForm({ services, error, pending, onSend, children }: Asked) {
  const words = useTexts(lookUpTexts);
  const { sayField } = useErrorWords();
  return (
    <Card>
      <Form error={error} onSend={onSend}>
        <Select
          name="service"
          label={words.service}
          error={sayField(error, 'service')}
          options={services.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
        />
        {children}
        <div className="buttons">
          <Button type="submit" look="primary" icon="search" pending={pending}>
            {words.look}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** The provider's members, or why it refused. */
export function Facts({ answer }: { answer: RouteAnswer<'POST look-ups/reception'> | null }) {
  const words = useTexts(lookUpTexts);
  if (answer === null) return null;
  if (answer.problem !== null) return <Refused problem={answer.problem} />;
  return (
    <Card title={words.found} lead={words.usable} flush>
      <DataTable
        id="look-up"
        caption={words.found}
        rows={answer.facts}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          { key: 'member', header: words.member, cell: ({ name }) => <code>{name}</code> },
          { key: 'value', header: words.value, cell: ({ value }) => value },
        ]}
      />
    </Card>
  );
}

export function Refused({ problem }: { problem: string }) {
  const words = useTexts(lookUpTexts);
  return (
    <Notice tone="bad" title={words.refused} live>
      {problem}
    </Notice>
  );
}
