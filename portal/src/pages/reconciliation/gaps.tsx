// Which gaps does a statement have? Narrowed by class and state, opened beside the list, taken along as CSV.

import { addressOf, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { ExportMenu } from '../statement/export-menu.tsx';
import { GapStateBadge } from './badges.tsx';
import { GapPanel } from './gap-panel.tsx';
import { gapClasses, gapStates, reconciliationTexts, type GapClass, type GapState } from './texts.ts';

const filters = { class: filterParam(gapClasses), state: filterParam(gapStates), after: textParam(), open: textParam() };

export function Gaps({ id }: { id: string }) {
  const words = useTexts(reconciliationTexts);
  const { number } = useFormat();
  const [search, change] = useSearch(filters);
  const { class: name, state, after, open } = search;
  const narrowed = { ...(name && { class: name }), ...(state && { state }) };
  const gaps = useRead('GET operator/reconciliation/:id/gaps', { params: { id }, query: { ...narrowed, ...(after && { after }) } });
  const narrow = (next: Narrowing): void => change({ ...next, after: '', open: '' });
  return (
    <>
      <GapFilters name={name} state={state} narrow={narrow} />
      <Loaded read={gaps}>
        {({ items, next }) => (
          <DataTable
            id="reconciliation-gaps"
            caption={words.gaps}
            rows={items}
            rowKey={(gap) => String(gap.id)}
            rowName={(gap) => `${words.gapTitle(String(gap.id))}, ${words.classes[gap.class]}`}
            columns={[
              { key: 'class', header: words.class, cell: (gap) => words.classes[gap.class] },
              { key: 'state', header: words.state, cell: (gap) => <GapStateBadge state={gap.state} /> },
              { key: 'line', header: words.row, align: 'end', cell: ({ line }) => (line === null ? '–' : number(line)) },
              { key: 'transaction', header: words.transaction, cell: ({ transactionId }) => transactionId ?? '–' },
              { key: 'developer', header: words.developer, cell: ({ accountName }) => accountName ?? '–' },
              { key: 'theirs', header: words.theirs, align: 'end', cell: (gap) => <Side gap={gap} of="theirs" /> },
              { key: 'ours', header: words.ours, align: 'end', cell: (gap) => <Side gap={gap} of="ours" /> },
              { key: 'difference', header: words.difference, align: 'end', cell: (gap) => <Side gap={gap} of="difference" /> },
              {
                key: 'reference',
                header: words.providerReference,
                extra: true,
                cell: ({ evidence }) => evidence.theirs?.providerReference ?? evidence.ours?.providerReference ?? '–',
              },
            ]}
            openKey={open}
            onOpen={(gap) => change({ open: String(gap.id) })}
            loading={gaps.loading}
            actions={
              <ExportMenu
                address={(form) => addressOf('GET operator/reconciliation/:id/export', { params: { id }, query: { ...narrowed, form } })}
              />
            }
            empty={
              <EmptyState icon="scale" title={name === '' && state === '' ? words.noGaps : words.noGapsFilter}>
                {name === '' && state === '' ? words.noGapsHint : null}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
      {open === '' ? null : <GapPanel key={open} id={open} onClose={() => change({ open: '' })} />}
    </>
  );
}

function GapFilters({ name, state, narrow }: { name: GapClass | ''; state: GapState | ''; narrow(next: Narrowing): void }) {
  const words = useTexts(reconciliationTexts);
  return (
    <FilterBar active={name !== '' || state !== ''} onClear={() => narrow({ class: '', state: '' })}>
      <FilterSelect
        label={words.class}
        all={words.all}
        value={name}
        options={gapClasses.map((value) => ({ value, label: words.classes[value] }))}
        onChange={(next) => narrow({ class: next })}
      />
      <FilterSelect
        label={words.state}
        all={words.all}
        value={state}
        options={gapStates.map((value) => ({ value, label: words.gapStates[value] }))}
        onChange={(next) => narrow({ state: next })}
      />
    </FilterBar>
  );
}

interface Narrowing {
  class?: GapClass | '';
  state?: GapState | '';
}

function Side({
  gap,
  of,
}: {
  gap: { currency: string | null; theirs: string; ours: string; difference: string };
  of: 'theirs' | 'ours' | 'difference';
}) {
  return gap.currency === null ? <>–</> : <Money amount={gap[of]} currency={gap.currency} signed />;
}
