// Lists the open drafts of the next version, newest first.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Kind } from './kind.ts';
import { catalogueMessages } from './messages.ts';

type Draft = RouteAnswer<'GET operator/documents/:kind'>['drafts'][number];

export function DraftsTab({ kind, drafts }: { kind: Kind; drafts: readonly Draft[] }) {
  const messages = useMessages(catalogueMessages);
  const { number } = useFormat();
  return (
    <DataTable
      id="drafts"
      caption={messages.draftsCaption}
      rows={drafts}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          key: 'title',
          header: messages.draft,
          cell: ({ id, title }) => <Link to={`/drafts/${kind}/${id}`}>{title}</Link>,
        },
        {
          key: 'state',
          header: messages.state,
          cell: ({ approvalRequest }) =>
            approvalRequest?.state === 'open' && approvalRequest.current ? (
              <Badge tone="warn">{messages.waiting}</Badge>
            ) : (
              <Badge icon="edit">{messages.working}</Badge>
            ),
        },
        {
          key: 'base',
          header: messages.base,
          cell: ({ base }) => (base === 0 ? '–' : messages.version(number(base))),
        },
        { key: 'by', header: messages.changedBy, cell: ({ changedBy }) => changedBy },
        {
          key: 'changed',
          header: messages.changed,
          cell: ({ changedAt }) => <When at={changedAt} />,
        },
      ]}
      empty={
        <EmptyState icon="edit" title={messages.noDrafts}>
          {messages.noDraftsHint}
        </EmptyState>
      }
    />
  );
}
