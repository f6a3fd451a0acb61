// Lists the rules about what providers take, and adds or ends one.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useMessages, type InLanguage } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { reconciliationMessages } from './messages.ts';
import { NewRule } from './new-rule.tsx';
import { ruleMessages } from './rule-messages.ts';
import './reconciliation.css';

type Rule = RouteAnswer<'GET operator/reconciliation-rules'>['items'][number];

/** A discrepancy suggests the rule that would explain it. */
const suggested = { route: textParam(), direction: textParam(), percent: textParam() };

export default function Rules() {
  const messages = useMessages(ruleMessages);
  const { back, directions } = useMessages(reconciliationMessages);
  const { number } = useFormat();
  const read = useRead('GET operator/reconciliation-rules', {});
  const may = useMay('POST operator/reconciliation-rules');
  const [suggestion, change] = useSearch(suggested);
  const [adding, setAdding] = useState(false);
  const isOpen = may && (adding || suggestion.route !== '');
  const end = (): void => {
    setAdding(false);
    change({ route: '', direction: '', percent: '' });
  };
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      back={{ to: '/reconciliation', label: back }}
      actions={
        may ? (
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {messages.add}
          </Button>
        ) : null
      }
    >
      <Loaded read={read}>
        {({ routes, items }) => (
          <>
            <DataTable
              id="reconciliation-rules"
              caption={messages.title}
              rows={items}
              rowKey={({ id }) => String(id)}
              columns={columnsOf(messages, directions, number)}
              empty={
                <EmptyState icon="scale" title={messages.none}>
                  {messages.noneHint}
                </EmptyState>
              }
            />
            {isOpen ? <NewRule routes={routes} suggestion={suggestion} onEnd={end} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const columnsOf = (
  messages: InLanguage<typeof ruleMessages>,
  directions: InLanguage<typeof reconciliationMessages>['directions'],
  number: ReturnType<typeof useFormat>['number'],
): Column<Rule>[] => [
  {
    key: 'fee',
    header: messages.rule,
    cell: (rule) => messages.feeOf(rule.percent, rule.fixed),
  },
  { key: 'route', header: messages.route, cell: ({ route }) => route },
  {
    key: 'direction',
    header: messages.direction,
    cell: ({ direction }) => directions[direction],
  },
  { key: 'note', header: messages.note, cell: ({ note }) => note },
  {
    key: 'explained',
    header: messages.explained,
    align: 'end',
    cell: ({ explained }) => number(explained),
  },
  {
    key: 'by',
    header: messages.createdBy,
    cell: ({ createdBy, createdAt }) => (
      <>
        {createdBy ?? messages.byCommand} · <When at={createdAt} />
      </>
    ),
  },
  { key: 'state', header: messages.state, cell: (rule) => <State rule={rule} /> },
];

function State({ rule: { id, endedAt } }: { rule: { id: number; endedAt: string | null } }) {
  const messages = useMessages(ruleMessages);
  if (endedAt !== null) return <Badge tone="neutral">{messages.ended}</Badge>;
  return (
    <span className="buttons">
      <Badge tone="good">{messages.active}</Badge>
      <Action
        route="POST operator/reconciliation-rules/end"
        body={{ id }}
        changes={['GET operator/reconciliation-rules']}
        label={messages.end}
        small
        ask={{ title: messages.end, children: <p>{messages.endQuestion}</p> }}
        done={messages.endDone}
      />
    </span>
  );
}
