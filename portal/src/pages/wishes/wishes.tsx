// What waits for a second person? Wishes with who asked and why; they are approved, refused or withdrawn beside the list.

import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { RefundLimitCard } from '../refunds/limit-card.tsx';
import { wishTexts } from './texts.ts';
import { WishPanel } from './wish-panel.tsx';
import { WishAmount, WishState } from './wish-words.tsx';

const states = ['open', 'approved', 'done', 'failed', 'refused', 'withdrawn'] as const;
const filters = { state: filterParam(states), after: textParam(), open: textParam() };
const everyMs = 15_000;

export default function Wishes() {
  const words = useTexts(wishTexts);
  const [{ state, after, open }, change] = useSearch(filters);
  const query = { ...(state && { state }), ...(after && { after }) };
  const wishes = useRead('GET operator/wishes', { query }, { everyMs });
  const kindOf = useKindOf();
  const narrow = (next: (typeof states)[number] | ''): void => change({ state: next, after: '', open: '' });
  return (
    <Page title={words.title} lead={words.lead}>
      <FilterBar active={state !== ''} onClear={() => narrow('')}>
        <FilterSelect
          label={words.state}
          all={words.all}
          value={state}
          options={states.map((value) => ({ value, label: words.states[value] }))}
          onChange={narrow}
        />
      </FilterBar>
      <Loaded read={wishes}>
        {({ items, next }) => {
          const shown = items.find(({ id }) => String(id) === open);
          return (
            <>
              <DataTable
                id="wishes"
                caption={words.title}
                rows={items}
                rowKey={({ id }) => String(id)}
                rowName={({ id }) => words.number(String(id))}
                openKey={open}
                onOpen={({ id }) => change({ open: String(id) })}
                loading={wishes.loading}
                columns={[
                  { key: 'number', header: words.wish, cell: ({ id }) => words.number(String(id)) },
                  { key: 'what', header: words.what, cell: ({ kind }) => kindOf(kind) },
                  { key: 'state', header: words.state, cell: (wish) => <WishState state={wish.state} /> },
                  { key: 'account', header: words.account, cell: ({ accountName }) => accountName ?? '–' },
                  { key: 'amount', header: words.amount, align: 'end', cell: (wish) => WishAmount({ wish }) },
                  { key: 'askedBy', header: words.askedBy, cell: ({ askedBy }) => askedBy },
                  { key: 'asked', header: words.asked, cell: ({ askedAt }) => <When at={askedAt} /> },
                  { key: 'decidedBy', header: words.decidedBy, cell: ({ decidedBy }) => decidedBy ?? '–' },
                ]}
                empty={
                  <EmptyState icon="check-circle" title={words.none}>
                    {words.noneHint}
                  </EmptyState>
                }
                pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
              />
              {shown === undefined ? null : <WishPanel key={open} wish={shown} onClose={() => change({ open: '' })} />}
            </>
          );
        }}
      </Loaded>
      <RefundLimitCard accountId={null} />
    </Page>
  );
}

/** What a kind of wish is called. */
function useKindOf(): (kind: string) => string {
  const { kinds } = useTexts(wishTexts);
  return (kind) => (kind in kinds ? kinds[kind as keyof typeof kinds] : kind);
}
