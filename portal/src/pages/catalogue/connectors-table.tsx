// Lists the provider connections of a document, with their connectors. In a draft each can be
// configured.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { formMessages } from './form-messages.ts';
import { catalogueMessages } from './messages.ts';

/** An address; a name of a value of the installation is no address. */
function shownValue(value: string | number | boolean | null, named: string): string | [] {
  if (typeof value !== 'string') return [];
  if (value.includes('${')) return named;
  return /[./]/.test(value) ? value : [];
}

export type ConnectorEntry = RouteAnswer<'GET operator/documents/:kind'>['connectors'][number];

/**
 * `switched`: whether they have a switch, as routes of payments do; the state of carrier
 * connections is on the page of connectors.
 */
export function ConnectorsTable({
  connectors,
  switched,
  onEdit,
}: {
  connectors: readonly ConnectorEntry[];
  switched: boolean;
  onEdit?(entry: ConnectorEntry): void;
}) {
  const messages = useMessages(catalogueMessages);
  const formLabels = useMessages(formMessages);
  const said = ({ config }: ConnectorEntry): string =>
    config
      .flatMap(({ value }) => shownValue(value, messages.ofInstallation))
      .filter((each, index, all) => all.indexOf(each) === index)
      .slice(0, 2)
      .join(' · ');
  return (
    <DataTable
      id={onEdit === undefined ? 'document-connectors' : 'draft-connectors'}
      caption={formLabels.connector.caption}
      rows={connectors}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: formLabels.connector.name, cell: ({ name }) => name },
        {
          key: 'connector',
          header: formLabels.connector.kind,
          cell: ({ connector }) => <code>{connector}</code>,
        },
        ...(switched
          ? [
              {
                key: 'state',
                header: messages.state,
                cell: ({ off }: ConnectorEntry) =>
                  off ? (
                    <Badge icon="pause">{messages.off}</Badge>
                  ) : (
                    <Badge tone="good">{messages.on}</Badge>
                  ),
              },
            ]
          : []),
        {
          key: 'config',
          header: formLabels.connector.configuration,
          cell: (entry) => said(entry) || '–',
        },
        ...(onEdit === undefined
          ? []
          : [
              {
                key: 'action',
                header: messages.edit,
                align: 'end' as const,
                cell: (entry: ConnectorEntry) => (
                  <Button
                    small
                    variant="quiet"
                    icon="edit"
                    aria-label={messages.editOne(entry.name)}
                    onClick={() => onEdit(entry)}
                  >
                    {messages.edit}
                  </Button>
                ),
              },
            ]),
      ]}
      empty={
        <EmptyState icon="plug" title={formLabels.connector.none}>
          {formLabels.connector.noneHint}
        </EmptyState>
      }
    />
  );
}
