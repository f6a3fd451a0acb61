// Sandbox page: the digits that choose an outcome, and the text of every error.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMe, useRead } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copy } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { findErrors } from './find-errors.ts';
import { sandboxMessages } from './messages.ts';
import './sandbox.css';

type Answer = RouteAnswer<'GET sandbox'>;

const filters = { q: textParam() };
/** It changes with the catalogue, hardly ever. */
const freshMs = 300_000;

export default function Sandbox() {
  const messages = useMessages(sandboxMessages);
  const { mode } = useMe();
  const read = useRead('GET sandbox', {}, { freshMs });
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        mode === 'sandbox' ? (
          <>
            <ButtonLink icon="phone" to="/sandbox/phone">
              {messages.phone}
            </ButtonLink>
            <ButtonLink icon="check-circle" to="/sandbox/integration">
              {messages.integration}
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      {mode !== 'sandbox' ? <Notice tone="warn">{messages.live}</Notice> : null}
      <Loaded read={read} lines={8}>
        {({ members, outcomes, errors }) => (
          <>
            <Outcomes members={members} outcomes={outcomes} />
            <Errors errors={errors} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A Senegalese number that ends so: 9NNN as error 26, no outcome as any other. */
function exampleOf(digits: string): string {
  return `77000${digits.replace('NNN', '026').replace('····', '0001')}`;
}

function Outcomes({ members, outcomes }: Pick<Answer, 'members' | 'outcomes'>) {
  const messages = useMessages(sandboxMessages);
  const { language } = useLanguage();
  return (
    <Card title={messages.outcomes} flush lead={`${messages.outcomesLead} ${members.join(', ')}.`}>
      <DataTable
        id="sandbox-outcomes"
        caption={messages.outcomes}
        rows={outcomes}
        rowKey={({ digits }) => digits}
        columns={[
          { key: 'digits', header: messages.digits, cell: ({ digits }) => <code>{digits}</code> },
          { key: 'outcome', header: messages.outcome, cell: ({ outcome }) => outcome[language] },
          {
            key: 'example',
            header: messages.example,
            cell: ({ digits }) => (
              <span className="code sandbox-number">
                <code>{exampleOf(digits)}</code>
                <Copy text={exampleOf(digits)} />
              </span>
            ),
          },
        ]}
        empty={null}
      />
    </Card>
  );
}

const digitsOf = (first: '9' | '7', id: number): string => `${first}${String(id).padStart(3, '0')}`;

function Errors({ errors }: Pick<Answer, 'errors'>) {
  const messages = useMessages(sandboxMessages);
  const [{ q }, change] = useSearch(filters);
  const found = findErrors(errors, q);
  return (
    <Card title={messages.errors} lead={messages.errorsLead}>
      <div className="stack">
        <FilterBar active={q !== ''} onClear={() => change({ q: '' })}>
          <FilterText label={messages.search} value={q} onChange={(next) => change({ q: next })} />
        </FilterBar>
        <DataTable
          id="errors"
          caption={messages.errors}
          rows={found}
          rowKey={({ id }) => String(id)}
          columns={[
            { key: 'id', header: messages.id, cell: ({ id }) => id ?? '–' },
            { key: 'code', header: messages.code, cell: ({ code }) => <code>{code}</code> },
            {
              key: 'french',
              header: messages.french,
              cell: ({ message }) => <span lang="fr">{message.fr === '' ? '–' : message.fr}</span>,
            },
            {
              key: 'english',
              header: messages.english,
              cell: ({ message }) => <span lang="en">{message.en === '' ? '–' : message.en}</span>,
            },
            {
              key: 'later',
              header: messages.later,
              cell: ({ id }) => (id === null ? '–' : <code>{digitsOf('9', id)}</code>),
            },
            {
              key: 'atOnce',
              header: messages.atOnce,
              extra: true,
              cell: ({ id }) => (id === null ? '–' : <code>{digitsOf('7', id)}</code>),
            },
          ]}
          empty={
            <EmptyState icon="search" title={messages.none}>
              {messages.noneHint}
            </EmptyState>
          }
        />
      </div>
    </Card>
  );
}
