// How much money is there, and which entries made it? The balance after each entry is the one that was written with it.

import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf, useLive, useRead, type Read } from '../../api/index.ts';
import { dayBounds, useLanguage, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { dayParam, textParam, useSearch } from '../../router/index.ts';
import { Stat } from '../../ui/card.tsx';
import { FilterBar, FilterDays, FilterSelect } from '../../ui/filter-bar.tsx';
import { Money } from '../../ui/money.tsx';
import { Loaded } from '../../ui/states.tsx';
import { EntryTable } from './entry-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import { statementTexts } from './texts.ts';

const fields = { currency: textParam(), from: dayParam(), until: dayParam(), after: textParam() };

export default function StatementPage() {
  const words = useTexts(statementTexts);
  const { timeZone } = useLanguage();
  const [search, change] = useSearch(fields);
  const { currency, from, until, after } = search;
  const period = {
    currency,
    ...(from === '' ? {} : { from: dayBounds(from, timeZone).from }),
    ...(until === '' ? {} : { until: dayBounds(until, timeZone).until }),
  };
  const balance = useRead('GET balance', {});
  const statement = useRead('GET statement', { query: { ...period, after } });
  useLive(['operation', 'account'], ['GET balance', 'GET statement']);
  const narrow = (next: Partial<typeof search>): void => change({ ...next, after: '' });
  const currencies = balance.answer?.balances.map((each) => each.currency) ?? [];
  return (
    <Page title={words.title} lead={words.lead}>
      <Balances read={balance} />
      <FilterBar active={currency !== '' || from !== '' || until !== ''} onClear={() => narrow({ currency: '', from: '', until: '' })}>
        {currencies.length < 2 ? null : (
          <FilterSelect
            label={words.currency}
            all={currencies[0]!}
            value={currency}
            options={currencies.slice(1).map((value) => ({ value, label: value }))}
            onChange={(next) => narrow({ currency: next })}
          />
        )}
        <FilterDays from={from} until={until} onChange={narrow} />
      </FilterBar>
      <Loaded read={statement}>
        {(page) => (
          <>
            <div className="grid">
              <Stat label={words.opening} value={<Money amount={page.opening} currency={page.currency} />} />
              <Stat label={words.closing} value={<Money amount={page.closing} currency={page.currency} />} />
            </div>
            <EntryTable
              page={page}
              loading={statement.loading}
              after={after}
              onPage={(next) => change({ after: next }, { push: true })}
              actions={
                <ExportMenu
                  forms={['pdf', 'xlsx', 'excel', 'plain']}
                  address={(form) => addressOf('GET statement/export', { query: { ...period, form } })}
                />
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** What there is now, by currency. */
function Balances({ read }: { read: Read<RouteAnswer<'GET balance'>> }) {
  const words = useTexts(statementTexts);
  return (
    <Loaded read={read} lines={2}>
      {({ balances }) => (
        <div className="grid">
          {balances.map(({ currency: of, available, held }) => (
            <Stat
              key={of}
              label={words.available(of)}
              value={<Money amount={available} currency={of} />}
              note={
                <>
                  {words.held} · <Money amount={held} currency={of} />
                </>
              }
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}
