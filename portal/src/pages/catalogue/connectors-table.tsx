// Which ways to providers does a document have, with which connector? In a draft each can be configured.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { formTexts } from './form-texts.ts';
import { catalogueTexts } from './texts.ts';

export type ConnectorEntry = RouteAnswer<'GET operator/documents/:kind'>['connectors'][number];

/** `switched`: whether they have a switch, as routes of payments do; how links of SMS stand is told on the page of connectors. */
export function ConnectorsTable({
  connectors,
  switched,
  onEdit,
}: {
  connectors: readonly ConnectorEntry[];
  switched: boolean;
  onEdit?(entry: ConnectorEntry): void;
}) {
  const words = useTexts(catalogueTexts);
  const formWords = useTexts(formTexts);
  const said = ({ config }: ConnectorEntry): string =>
    config
      .flatMap(({ value }) => (typeof value === 'string' && /[./$]/.test(value) ? value : []))
      .slice(0, 2)
      .join(' · ');
  return (
    <DataTable
      id={onEdit === undefined ? 'document-connectors' : 'draft-connectors'}
      caption={formWords.connector.caption}
      rows={connectors}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: formWords.connector.name, cell: ({ name }) => name },
        { key: 'connector', header: formWords.connector.kind, cell: ({ connector }) => <code>{connector}</code> },
        ...(switched
          ? [
              {
                key: 'state',
                header: words.state,
                cell: ({ off }: ConnectorEntry) => (off ? <Badge icon="pause">{words.off}</Badge> : <Badge tone="good">{words.on}</Badge>),
              },
            ]
          : []),
        { key: 'config', header: formWords.connector.configuration, cell: (entry) => said(entry) || '–' },
        ...(onEdit === undefined
          ? []
          : [
              {
                key: 'action',
                header: words.edit,
                align: 'end' as const,
                cell: (entry: ConnectorEntry) => (
                  <Button small look="quiet" icon="edit" aria-label={words.editOne(entry.name)} onClick={() => onEdit(entry)}>
                    {words.edit}
                  </Button>
                ),
              },
            ]),
      ]}
      empty={
        <EmptyState icon="plug" title={formWords.connector.none}>
          {formWords.connector.noneHint}
        </EmptyState>
      }
    />
  );
}
