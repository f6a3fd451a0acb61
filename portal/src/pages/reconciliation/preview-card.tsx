// How will the first rows be read, and what must be mended before they can be?

import { useTexts } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Preview } from './map-file.tsx';
import { reconciliationTexts } from './texts.ts';
import { uploadTexts } from './upload-texts.ts';

export function PreviewCard({ preview: { lines, faults } }: { preview: Preview }) {
  const words = useTexts(uploadTexts);
  const { statuses, directions, row, status, direction, amount, fee, time, ourReference, providerReference, problem } =
    useTexts(reconciliationTexts);
  const money = (value: string | null, currency: string | null) =>
    value === null ? '–' : currency === null ? value : <Money amount={value} currency={currency} />;
  return (
    <>
      {faults.length === 0 ? null : (
        <Notice tone="warn" title={words.faults} live>
          <ul>
            {faults.map((fault) => (
              <li key={fault}>{words.faultNames[fault] ?? fault}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Card title={words.preview} lead={words.previewLead} flush>
        <DataTable
          id="reconciliation-preview"
          caption={words.preview}
          rows={lines}
          rowKey={(line) => String(line.number)}
          columns={[
            { key: 'row', header: row, cell: (line) => line.number },
            { key: 'ours', header: ourReference, cell: (line) => line.ourReference ?? '–' },
            { key: 'theirs', header: providerReference, cell: (line) => line.providerReference ?? '–' },
            { key: 'direction', header: direction, cell: (line) => (line.direction === null ? '–' : directions[line.direction]) },
            { key: 'amount', header: amount, align: 'end', cell: (line) => money(line.amount, line.currency) },
            { key: 'fee', header: fee, align: 'end', cell: (line) => money(line.fee, line.currency) },
            { key: 'time', header: time, cell: (line) => (line.at === null ? '–' : <When at={line.at} show="exact" />) },
            { key: 'status', header: status, cell: (line) => (line.status === null ? '–' : statuses[line.status]) },
            { key: 'problem', header: problem, cell: (line) => line.problem ?? '–' },
          ]}
          empty={
            <EmptyState icon="scale" title={words.previewNone}>
              {words.previewNoneHint}
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}
