// Which services do developers ask for, and what does the operator answer?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, textParam, useSearch } from '../../router/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Textarea } from '../../ui/field.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Form } from '../../ui/form.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { serviceRequestTexts } from './texts.ts';

type Asked = RouteAnswer<'GET service-requests'>['items'][number];
const states = ['open', 'activated', 'refused'] as const;
const tones: Record<Asked['state'], Tone> = { open: 'warn', activated: 'good', refused: 'bad' };
const filters = { state: choiceParam(states, 'open'), after: textParam(), open: textParam() };

export default function ServiceRequests() {
  const words = useTexts(serviceRequestTexts);
  const [{ state, after, open }, change] = useSearch(filters);
  const requests = useRead('GET service-requests', { query: { state, after } });
  const opened = requests.answer?.items.find(({ id }) => String(id) === open);
  const columns: Column<Asked>[] = [
    { key: 'service', header: words.service, cell: ({ serviceName, code }) => serviceName ?? code },
    { key: 'account', header: words.account, cell: ({ accountName }) => accountName },
    { key: 'state', header: words.state, cell: (row) => <Badge tone={tones[row.state]}>{words.states[row.state]}</Badge> },
    { key: 'by', header: words.askedBy, cell: ({ askedBy }) => askedBy },
    { key: 'asked', header: words.asked, cell: ({ askedAt }) => <When at={askedAt} /> },
  ];
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar active={state !== 'open'} onClear={() => change({ state: 'open', after: '' })}>
        <FilterSelect
          label={words.state}
          all={words.states.open}
          value={state === 'open' ? '' : state}
          options={states.filter((value) => value !== 'open').map((value) => ({ value, label: words.states[value] }))}
          onChange={(next) => change({ state: next === '' ? 'open' : next, after: '' })}
        />
      </FilterBar>
      <Loaded read={requests}>
        {({ items, next }) => (
          <DataTable
            id="service-requests"
            caption={words.title}
            rows={items}
            rowKey={({ id }) => String(id)}
            rowName={({ serviceName, code }) => serviceName ?? code}
            columns={columns}
            openKey={open}
            onOpen={({ id }) => change({ open: String(id) })}
            loading={requests.loading}
            empty={
              <EmptyState icon="layers" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
      {opened === undefined ? null : <RequestPanel key={open} of={opened} onClose={() => change({ open: '' })} />}
    </Page>
  );
}

function RequestPanel({ of: asked, onClose }: { of: Asked; onClose(): void }) {
  const words = useTexts(serviceRequestTexts);
  const may = useMay('POST service-requests/decide');
  return (
    <SidePanel title={asked.serviceName ?? asked.code} onClose={onClose}>
      <div className="stack stack-l">
        <KeyValues
          items={[
            { label: words.state, value: <Badge tone={tones[asked.state]}>{words.states[asked.state]}</Badge> },
            { label: words.account, value: `${asked.accountName} (${asked.accountId})` },
            { label: words.service, value: <code>{asked.code}</code> },
            { label: words.askedBy, value: asked.askedBy },
            { label: words.asked, value: <When at={asked.askedAt} show="both" /> },
            { label: words.note, value: asked.note === '' ? null : asked.note },
            { label: words.decided, value: asked.decidedAt === null ? null : <When at={asked.decidedAt} show="both" /> },
            { label: words.answer, value: asked.answer === '' ? null : asked.answer },
          ]}
        />
        {may && asked.state === 'open' ? <Decide id={asked.id} onEnd={onClose} /> : null}
      </div>
    </SidePanel>
  );
}

function Decide({ id, onEnd }: { id: number; onEnd(): void }) {
  const words = useTexts(serviceRequestTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST service-requests/decide', { changes: ['GET service-requests'] });
  const [answer, setAnswer] = useState('');
  const decide = async (activate: boolean): Promise<void> => {
    if ((await run({ body: { id, activate, answer } })) === null) return;
    onEnd();
    toast(activate ? words.activated : words.refused);
  };
  return (
    <Form error={error} onSend={() => void decide(true)}>
      <Textarea
        label={words.answer}
        hint={words.answerHint}
        optional={words.optional}
        value={answer}
        maxLength={500}
        error={sayField(error, 'answer')}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className="buttons">
        <Button type="submit" look="primary" pending={pending}>
          {words.activate}
        </Button>
        <Button pending={pending} onClick={() => void decide(false)}>
          {words.refuse}
        </Button>
      </div>
    </Form>
  );
}
