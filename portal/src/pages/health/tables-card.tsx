// Which tables are the biggest, and does vacuum keep up with them?

import { useFormat, useTexts } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { useBytes } from './bytes.ts';
import type { Health } from './health.tsx';
import { healthTexts } from './texts.ts';

export function TablesCard({ tables }: { tables: Health['database']['tables'] }) {
  const words = useTexts(healthTexts);
  const { number } = useFormat();
  const bytes = useBytes();
  return (
    <Card title={words.tables} flush>
      <DataTable
        id="tables"
        caption={words.tables}
        rows={tables}
        rowKey={({ name }) => name}
        empty={<EmptyState icon="database" title={words.noTables} />}
        columns={[
          { key: 'table', header: words.table, cell: ({ name }) => <code>{name}</code> },
          { key: 'total', header: words.total, align: 'end', cell: ({ totalBytes }) => bytes(totalBytes) },
          { key: 'rows', header: words.rows, align: 'end', cell: ({ liveRows }) => number(liveRows) },
          { key: 'dead', header: words.dead, align: 'end', cell: ({ deadRows }) => number(deadRows) },
          {
            key: 'vacuumed',
            header: words.vacuumed,
            cell: ({ vacuumedAt }) => (vacuumedAt === null ? words.never : <When at={vacuumedAt} />),
          },
        ]}
      />
    </Card>
  );
}
