// Which settlements wait for the operator, and what became of the others?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorWords, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { settlementTexts } from '../settlements/texts.ts';
import { shortName, StateBadge } from '../settlements/words.tsx';
import { takeFile } from './take-file.ts';
import { SettlementPanel } from './settlement-panel.tsx';
import { queueTexts } from './texts.ts';
import { Unconfirmed } from './unconfirmed.tsx';
import '../settlements/settlements.css';

export type Queued = RouteAnswer<'GET operator/settlements'>['items'][number];

const states = ['REQUESTED', 'APPROVED', 'PAID', 'REFUSED', 'WITHDRAWN', 'RETURNED'] as const;
const filters = { state: filterParam(states), after: textParam(), open: textParam() };
const everyMs = 15_000;

export default function SettlementQueue() {
  const words = useTexts(queueTexts);
  const common = useTexts(settlementTexts);
  const [{ state, after, open }, change] = useSearch(filters);
  const queue = useRead('GET operator/settlements', { query: { ...(state && { state }), ...(after && { after }) } }, { everyMs });
  const columns = useColumns();
  const narrow = (next: (typeof states)[number] | ''): void => change({ state: next, after: '', open: '' });
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar active={state !== ''} onClear={() => narrow('')}>
        <FilterSelect
          label={common.state}
          all={words.all}
          value={state}
          options={states.map((value) => ({ value, label: common.states[value] }))}
          onChange={narrow}
        />
      </FilterBar>
      <Loaded read={queue}>
        {({ items, next }) => {
          const shown = items.find(({ id }) => String(id) === open);
          return (
            <>
              <DataTable
                id="settlement-queue"
                caption={words.title}
                rows={items}
                rowKey={({ id }) => String(id)}
                rowName={({ id }) => common.number(String(id))}
                openKey={open}
                onOpen={({ id }) => change({ open: String(id) })}
                loading={queue.loading}
                actions={<Files />}
                columns={columns}
                empty={
                  <EmptyState icon="wallet" title={words.none}>
                    {words.noneHint}
                  </EmptyState>
                }
                pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
              />
              {shown === undefined ? null : <SettlementPanel key={open} settlement={shown} onClose={() => change({ open: '' })} />}
            </>
          );
        }}
      </Loaded>
      <Unconfirmed />
    </Page>
  );
}

function useColumns(): Column<Queued>[] {
  const words = useTexts(queueTexts);
  const common = useTexts(settlementTexts);
  return [
    { key: 'number', header: common.settlement, cell: ({ id }) => common.number(String(id)) },
    { key: 'state', header: common.state, cell: (row) => <StateBadge state={row.state} /> },
    { key: 'next', header: words.next, cell: (row) => <ToDo row={row} /> },
    { key: 'account', header: words.account, cell: ({ accountName }) => accountName },
    {
      key: 'amount',
      header: common.amount,
      align: 'end',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { key: 'destination', header: common.destination, cell: ({ destination }) => shortName(destination) },
    { key: 'requested', header: common.requested, cell: ({ requestedAt }) => <When at={requestedAt} /> },
    { key: 'reference', header: common.reference, extra: true, cell: ({ reference }) => reference ?? '–' },
  ];
}

/** What the operator's people have to do about it. */
function ToDo({ row: { state, wish, file } }: { row: Queued }) {
  const words = useTexts(queueTexts);
  if (wish !== null) return words.waits[wish.kind];
  if (state === 'APPROVED' && file !== null) return words.atBank(String(file));
  return state === 'REQUESTED' || state === 'APPROVED' ? words.todo[state] : '–';
}

/** A new payment file of all that is in none yet. */
function Files() {
  const words = useTexts(queueTexts);
  const { say } = useErrorWords();
  const may = useMay('POST operator/settlements/files');
  const { run, pending, error } = useChange('POST operator/settlements/files', { changes: ['GET operator/settlements'] });
  const make = async (form: 'excel' | 'plain'): Promise<void> => {
    const made = await run({ body: {} });
    if (made === null) return;
    if (made.file === null) toast(words.nothingToPay, 'info');
    else takeFile(made.file, form);
  };
  if (!may) return null;
  return (
    <>
      {error === null ? null : <span role="alert">{say(error)}</span>}
      <Button small icon="download" title={words.fileHint} pending={pending} onClick={() => void make('excel')}>
        {words.excel}
      </Button>
      <Button small icon="download" title={words.fileHint} pending={pending} onClick={() => void make('plain')}>
        {words.plain}
      </Button>
    </>
  );
}
