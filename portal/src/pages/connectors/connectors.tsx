// Which ways to providers are in force, and how are they? Each opens beside the list, where it is tried out and switched.

import { useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { ConnectorPanel } from './connector-panel.tsx';
import { ConnectorState } from './connector-state.tsx';
import type { Connector } from './standing.ts';
import { connectorsTexts } from './texts.ts';

const kinds = ['catalogue', 'sms-routing'] as const;
const filters = { kind: filterParam(kinds), open: textParam() };
const everyMs = 10_000;
const keyOf = ({ kind, name }: Connector): string => `${kind}/${name}`;

export default function Connectors() {
  const words = useTexts(connectorsTexts);
  const { number } = useFormat();
  const [{ kind, open }, change] = useSearch(filters);
  const connectors = useRead('GET operator/connectors', {}, { everyMs });
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar active={kind !== ''} onClear={() => change({ kind: '', open: '' })}>
        <FilterSelect
          label={words.kind}
          all={words.allKinds}
          value={kind}
          options={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(next) => change({ kind: next, open: '' })}
        />
      </FilterBar>
      <Loaded read={connectors} lines={8}>
        {({ items }) => {
          const shown = items.find((item) => keyOf(item) === open);
          return (
            <>
              <DataTable
                id="connectors"
                caption={words.caption}
                rows={items.filter((item) => kind === '' || item.kind === kind)}
                rowKey={keyOf}
                rowName={({ name }) => words.one(name)}
                openKey={open}
                onOpen={(item) => change({ open: keyOf(item) })}
                columns={[
                  { key: 'name', header: words.name, cell: ({ name }) => name },
                  { key: 'kind', header: words.kind, cell: (item) => words.kinds[item.kind] },
                  { key: 'connector', header: words.connector, cell: ({ connector }) => <code>{connector}</code> },
                  { key: 'state', header: words.state, cell: (item) => <ConnectorState connector={item} /> },
                  { key: 'uses', header: words.usedBy, align: 'end', cell: ({ uses }) => number(uses) },
                ]}
                empty={
                  <EmptyState icon="plug" title={words.none}>
                    {words.noneHint}
                  </EmptyState>
                }
              />
              {shown === undefined ? null : <ConnectorPanel key={open} connector={shown} onClose={() => change({ open: '' })} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
