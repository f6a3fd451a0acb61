// Which of our calls were refused, and why?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useRead } from '../../api/index.ts';
import { dayBounds, useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { dayParam, filterParam, Link, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { RequestPanel } from './request-panel.tsx';
import { requestTexts } from './texts.ts';

const codes = ['4000', '4001', '4003', '4004', '4009', '4022', '4029', '5000', '400'] as const;
const filters = {
  ...{ endpoint: textParam(), code: filterParam(codes), key: textParam(), requestId: textParam() },
  ...{ from: dayParam(), until: dayParam(), after: textParam(), open: textParam() },
};
/** Nobody is told of a refused call by an event: who tries looks again soon. */
const everyMs = 5_000;
const nothing = { endpoint: '', code: '', key: '', requestId: '', from: '', until: '' } as const;

type Item = RouteAnswer<'GET requests'>['items'][number];

export default function Requests() {
  const words = useTexts(requestTexts);
  const { timeZone } = useFormat();
  const [search, change] = useSearch(filters);
  const { endpoint, code, key, requestId, from, until, after, open } = search;
  const query = {
    ...{ endpoint, code, key, requestId, after },
    ...(from === '' ? {} : { from: dayBounds(from, timeZone).from }),
    ...(until === '' ? {} : { until: dayBounds(until, timeZone).until }),
  };
  const requests = useRead('GET requests', { query }, { everyMs });
  const narrow = (next: Partial<typeof search>): void => change({ ...next, after: '' });
  const mayList = useMay('GET transactions');
  return (
    <Page title={words.title} lead={words.lead}>
      <RequestFilters search={search} endpoints={requests.answer?.endpoints ?? []} onChange={narrow} />
      <Loaded read={requests}>
        {({ items, next }) => (
          <DataTable
            id="requests"
            caption={words.title}
            rows={items}
            rowKey={({ id }) => id}
            rowName={({ endpoint }) => endpoint}
            columns={columnsOf(words)}
            openKey={open}
            onOpen={({ id }) => change({ open: id })}
            loading={requests.loading}
            empty={
              <EmptyState icon="check-circle" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
      {mayList ? (
        <Notice icon="arrows">
          {words.accepted} <Link to="/transactions">{words.transactions}</Link>
        </Notice>
      ) : null}
      {open === '' ? null : <RequestPanel key={open} id={open} onClose={() => change({ open: '' })} />}
    </Page>
  );
}

type Search = Record<'endpoint' | 'key' | 'requestId' | 'from' | 'until', string> & { code: (typeof codes)[number] | '' };

function RequestFilters({
  search,
  endpoints,
  onChange,
}: {
  search: Search;
  endpoints: readonly string[];
  onChange(next: Partial<Search>): void;
}) {
  const words = useTexts(requestTexts);
  const { endpoint, code, key, requestId, from, until } = search;
  const active = [endpoint, code, key, requestId, from, until].some((value) => value !== '');
  const options = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));
  return (
    <FilterBar active={active} onClear={() => onChange(nothing)}>
      <FilterSelect
        label={words.endpoint}
        all={words.all}
        value={endpoint}
        options={options(endpoints)}
        onChange={(next) => onChange({ endpoint: next })}
      />
      <FilterSelect
        label={words.code}
        all={words.all}
        value={code}
        options={options(codes)}
        onChange={(next) => onChange({ code: next })}
      />
      <FilterText label={words.key} placeholder={words.keyHint} value={key} onChange={(next) => onChange({ key: next })} />
      <FilterText
        label={words.requestId}
        placeholder={words.requestIdHint}
        value={requestId}
        onChange={(next) => onChange({ requestId: next })}
      />
      <FilterDays from={from} until={until} onChange={onChange} />
    </FilterBar>
  );
}

const columnsOf = (words: (typeof requestTexts)['fr']): Column<Item>[] => [
  { key: 'endpoint', header: words.endpoint, primary: true, cell: ({ endpoint }) => <code>{endpoint}</code> },
  { key: 'time', header: words.time, cell: ({ at }) => <When at={at} /> },
  {
    key: 'code',
    header: words.code,
    cell: ({ code }) => (
      <Badge tone={code >= 5_000 ? 'bad' : 'warn'} icon="alert">
        {code}
      </Badge>
    ),
  },
  { key: 'message', header: words.message, cell: ({ message }) => <span lang="">{message}</span> },
  { key: 'error', header: words.error, extra: true, cell: ({ error }) => error ?? '–' },
  { key: 'service', header: words.service, extra: true, cell: ({ service }) => service ?? '–' },
  { key: 'key', header: words.key, cell: ({ keyName }) => <code>{keyName}</code> },
  { key: 'requestId', header: words.requestId, extra: true, cell: ({ requestId }) => <code>{requestId}</code> },
  { key: 'duration', header: words.duration, align: 'end', extra: true, cell: ({ durationMs }) => words.ms(String(durationMs)) },
];
