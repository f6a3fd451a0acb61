// Lists the biggest tables, and whether vacuum keeps up with them.

import { useFormat, useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { useBytes } from '../../ui/bytes.ts';
import type { Health } from './answers.ts';
import { healthMessages } from './messages.ts';

export function TablesCard({ tables }: { tables: Health['database']['tables'] }) {
  const messages = useMessages(healthMessages);
  const { number } = useFormat();
  const bytes = useBytes();
  return (
    <Card title={messages.tables} flush>
      <DataTable
        id="tables"
        caption={messages.tables}
        rows={tables}
        phoneRows={1}
        rowKey={({ name }) => name}
        empty={<EmptyState icon="database" title={messages.noTables} />}
        columns={[
          { key: 'table', header: messages.table, cell: ({ name }) => <code>{name}</code> },
          {
            key: 'total',
            header: messages.total,
            align: 'end',
            cell: ({ totalBytes }) => bytes(totalBytes),
          },
          {
            key: 'rows',
            header: messages.rows,
            align: 'end',
            cell: ({ liveRows }) => number(liveRows),
          },
          {
            key: 'dead',
            header: messages.dead,
            align: 'end',
            cell: ({ deadRows }) => number(deadRows),
          },
          {
            key: 'vacuumed',
            header: messages.vacuumed,
            cell: ({ vacuumedAt }) =>
              vacuumedAt === null ? messages.never : <When at={vacuumedAt} />,
          },
        ]}
      />
    </Card>
  );
}
