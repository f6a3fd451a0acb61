// Lists the provider connections in force, with their states. Each opens beside the list, where it
// can be tested and switched.

import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { BalanceCell } from './balance.tsx';
import { ConnectorPanel } from './connector-panel.tsx';
import { ConnectorState } from './connector-state.tsx';
import type { Connector } from './standing.ts';
import { connectorsMessages } from './messages.ts';

const kinds = ['catalogue', 'sms-routing'] as const;
const filters = { kind: filterParam(kinds), open: textParam() };
const everyMs = 10_000;
const keyOf = ({ kind, name }: Connector): string => `${kind}/${name}`;

export default function Connectors() {
  const messages = useMessages(connectorsMessages);
  const { number } = useFormat();
  const [{ kind, open }, change] = useSearch(filters);
  const connectors = useRead('GET operator/connectors', {}, { everyMs });
  return (
    <Page title={messages.title} lead={messages.lead}>
      <FilterBar active={kind !== ''} onClear={() => change({ kind: '', open: '' })}>
        <FilterSelect
          label={messages.kind}
          all={messages.allKinds}
          value={kind}
          options={kinds.map((value) => ({ value, label: messages.kinds[value] }))}
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
                caption={messages.caption}
                rows={items.filter((item) => kind === '' || item.kind === kind)}
                rowKey={keyOf}
                rowName={({ name }) => messages.one(name)}
                openKey={open}
                onOpen={(item) => change({ open: keyOf(item) })}
                columns={[
                  { key: 'name', header: messages.name, cell: ({ name }) => name },
                  { key: 'kind', header: messages.kind, cell: (item) => messages.kinds[item.kind] },
                  {
                    key: 'connector',
                    header: messages.connector,
                    cell: ({ connector }) => <code>{connector}</code>,
                  },
                  {
                    key: 'state',
                    header: messages.state,
                    cell: (item) => <ConnectorState connector={item} />,
                  },
                  ...(kind === 'sms-routing'
                    ? [
                        {
                          key: 'balance',
                          header: messages.balance,
                          align: 'end' as const,
                          cell: ({ balance }: Connector) => <BalanceCell balance={balance} />,
                        },
                      ]
                    : []),
                  {
                    key: 'uses',
                    header: messages.usedBy,
                    align: 'end',
                    cell: ({ uses }) => number(uses),
                  },
                ]}
                empty={
                  <EmptyState icon="plug" title={messages.none}>
                    {messages.noneHint}
                  </EmptyState>
                }
              />
              {shown === undefined ? null : (
                <ConnectorPanel key={open} connector={shown} onClose={() => change({ open: '' })} />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
