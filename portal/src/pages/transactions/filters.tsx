// How is a list of transactions narrowed?

import { useErrorWords, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { statusNames, type TransactionSearch } from './search.ts';
import { transactionTexts } from './texts.ts';

const nothing = { q: '', amount: '', status: '', service: '', account: '', from: '', until: '' } as const;

interface Props extends Pick<TransactionSearch, 'search' | 'narrow'> {
  /** By account, too. */
  ofAll: boolean;
  /** Why the list could not be read. */
  error: Error | undefined;
}

export function TransactionFilters({ search, narrow, ofAll, error }: Props) {
  const { sayField } = useErrorWords();
  const wrong = (field: string): string | undefined => sayField(error ?? null, field);
  const words = useTexts(transactionTexts);
  const services = useRead('GET transactions/services', {}, { freshMs: 300_000 });
  const active = (Object.keys(nothing) as (keyof typeof nothing)[]).some((name) => search[name] !== '');
  return (
    <FilterBar active={active} onClear={() => narrow(nothing)}>
      <FilterText
        label={words.search}
        placeholder={words.searchHint}
        hint={words.searchWhole}
        value={search.q}
        error={wrong('q')}
        onChange={(q) => narrow({ q })}
      />
      <FilterSelect
        label={words.status}
        all={words.anyStatus}
        value={search.status}
        options={statusNames.map((value) => ({ value, label: words.statuses[value] }))}
        onChange={(status) => narrow({ status })}
      />
      <FilterSelect
        label={words.service}
        all={words.anyService}
        value={search.service}
        options={(services.answer?.services ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(service) => narrow({ service })}
      />
      <FilterText
        label={words.amount}
        hint={words.amountExact}
        value={search.amount}
        error={wrong('amount')}
        onChange={(amount) => narrow({ amount })}
      />
      {ofAll ? (
        <FilterText
          label={words.accountNumber}
          value={search.account}
          onChange={(text) => narrow({ account: text.replaceAll(/\D/g, '').slice(0, 9) })}
        />
      ) : null}
      <FilterDays from={search.from} until={search.until} onChange={narrow} />
    </FilterBar>
  );
}
