// Which servers of developers keep callbacks waiting, how much, since when, and why?

import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, textParam, useSearch } from '../../router/index.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Select } from '../../ui/field.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { callbackTexts } from '../callbacks/texts.ts';
import { LanePanel } from './lane-panel.tsx';
import { LaneState, type Lane } from './lane-state.tsx';
import { laneTexts } from './texts.ts';

const lists = ['all', 'waiting', 'parked'] as const;
const filters = { of: choiceParam(lists, 'all'), account: textParam(), after: textParam(), open: textParam() };
const everyMs = 10_000;
const keyOf = ({ accountId, lane }: Lane): string => `${accountId} ${lane}`;

export default function CallbackLanes() {
  const words = useTexts(laneTexts);
  const [{ of, account, after, open }, change] = useSearch(filters);
  const asAccount = /^[1-9]\d{0,8}$/.test(account) ? account : '';
  const query = { of, ...(asAccount && { account: asAccount }), ...(after && { after }) };
  const lanes = useRead('GET operator/callback-lanes', { query }, { everyMs });
  const columns = useColumns();
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar active={of !== 'all' || account !== ''} onClear={() => change({ of: 'all', account: '', after: '' })}>
        <div className="filter">
          <Select
            label={words.which}
            value={of}
            options={lists.map((value) => ({ value, label: words.lists[value] }))}
            onChange={(event) => change({ of: event.target.value as (typeof lists)[number], after: '' })}
          />
        </div>
        <FilterText label={words.accountNumber} value={account} onChange={(next) => change({ account: next, after: '' })} />
      </FilterBar>
      <Loaded read={lanes}>
        {({ items, next }) => {
          const shown = items.find((lane) => keyOf(lane) === open);
          return (
            <>
              <DataTable
                id="callback-lanes"
                caption={words.title}
                rows={items}
                rowKey={keyOf}
                rowName={({ lane, accountName }) => words.rowName(lane, accountName)}
                openKey={open}
                onOpen={(lane) => change({ open: keyOf(lane) })}
                loading={lanes.loading}
                columns={columns}
                empty={
                  <EmptyState icon="send" title={words.none}>
                    {words.noneHint}
                  </EmptyState>
                }
                pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
              />
              {shown === undefined ? null : <LanePanel key={open} lane={shown} onClose={() => change({ open: '' })} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function useColumns(): Column<Lane>[] {
  const words = useTexts(laneTexts);
  const { errors } = useTexts(callbackTexts);
  return [
    { key: 'lane', header: words.lane, cell: ({ lane }) => lane },
    { key: 'account', header: words.account, cell: ({ accountName }) => accountName },
    { key: 'state', header: words.state, cell: (lane) => <LaneState lane={lane} /> },
    { key: 'fresh', header: words.fresh, align: 'end', cell: ({ fresh }) => words.many(fresh) },
    { key: 'retrying', header: words.retrying, align: 'end', cell: ({ retrying }) => words.many(retrying) },
    { key: 'parked', header: words.parked, align: 'end', cell: ({ parked }) => words.many(parked) },
    { key: 'oldest', header: words.oldest, cell: ({ oldestAt }) => (oldestAt === null ? '–' : <When at={oldestAt} />) },
    {
      key: 'error',
      header: words.lastError,
      cell: ({ lastErrorClass: error, lastHttpStatus: http }) =>
        error === null ? '–' : error === 'http_status' && http !== null ? `HTTP ${http}` : errors[error],
    },
  ];
}
