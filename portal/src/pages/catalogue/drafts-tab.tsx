// Who works on the next version? Open drafts, newest first.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Kind } from './kind.ts';
import { catalogueTexts } from './texts.ts';

type Draft = RouteAnswer<'GET operator/documents/:kind'>['drafts'][number];

export function DraftsTab({ kind, drafts }: { kind: Kind; drafts: readonly Draft[] }) {
  const words = useTexts(catalogueTexts);
  const { number } = useFormat();
  return (
    <DataTable
      id="drafts"
      caption={words.draftsCaption}
      rows={drafts}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'title', header: words.draft, cell: ({ id, title }) => <Link to={`/drafts/${kind}/${id}`}>{title}</Link> },
        {
          key: 'state',
          header: words.state,
          cell: ({ wish }) =>
            wish?.state === 'open' && wish.current ? (
              <Badge tone="warn">{words.waiting}</Badge>
            ) : (
              <Badge icon="edit">{words.working}</Badge>
            ),
        },
        { key: 'base', header: words.base, cell: ({ base }) => (base === 0 ? '–' : words.version(number(base))) },
        { key: 'by', header: words.changedBy, cell: ({ changedBy }) => changedBy },
        { key: 'changed', header: words.changed, cell: ({ changedAt }) => <When at={changedAt} /> },
      ]}
      empty={
        <EmptyState icon="edit" title={words.noDrafts}>
          {words.noDraftsHint}
        </EmptyState>
      }
    />
  );
}
