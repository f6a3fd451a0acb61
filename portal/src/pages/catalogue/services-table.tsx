// Which services does a document have? With prices and limits as they are written there; in a draft each can be edited.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { rowsOfPage } from '../../ui/rows-of-page.ts';
import { EmptyState } from '../../ui/states.tsx';
import { catalogueTexts } from './texts.ts';
import './catalogue.css';

export type Service = RouteAnswer<'GET operator/documents/:kind'>['services'][number];

interface Props {
  services: readonly Service[];
  /** By code. */
  currencies: { readonly [code: string]: string };
  search: string;
  after: string;
  onChange(change: { q?: string; after: string }): void;
  /** In a draft. */
  onEdit?(service: Service): void;
}

export function ServicesTable({ services, currencies, search, after, onChange, onEdit }: Props) {
  const words = useTexts(catalogueTexts);
  const columns = useColumns(currencies);
  const wanted = search.toLowerCase();
  const page = rowsOfPage(
    services.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted)),
    after,
  );
  const edit = (service: Service) => (
    <Button small look="quiet" icon="edit" aria-label={words.editOne(service.code)} onClick={() => onEdit?.(service)}>
      {words.edit}
    </Button>
  );
  return (
    <div className="stack">
      <FilterBar active={search !== ''} onClear={() => onChange({ q: '', after: '' })}>
        <FilterText label={words.search} value={search} onChange={(q) => onChange({ q, after: '' })} />
      </FilterBar>
      <DataTable
        id={onEdit === undefined ? 'catalogue-services' : 'draft-services'}
        caption={words.servicesCaption}
        rows={page.rows}
        rowKey={({ code }) => code}
        columns={[...columns, ...(onEdit === undefined ? [] : [{ key: 'action', header: words.edit, align: 'end' as const, cell: edit }])]}
        pager={<Pager after={after} next={page.next} onChange={(to) => onChange({ after: to })} />}
        empty={
          <EmptyState icon="layers" title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      />
    </div>
  );
}

function useColumns(currencies: Props['currencies']): Column<Service>[] {
  const words = useTexts(catalogueTexts);
  const { number } = useFormat();
  const { shown, limits } = useAmounts(currencies);
  return [
    {
      key: 'service',
      header: words.service,
      cell: ({ code, name }) => (
        <span className="service-cell">
          {name}
          <code>{code}</code>
        </span>
      ),
    },
    {
      key: 'state',
      header: words.state,
      cell: ({ off }) => (off === true ? <Badge icon="pause">{words.off}</Badge> : <Badge tone="good">{words.on}</Badge>),
    },
    { key: 'route', header: words.route, cell: ({ route, otherRoutes = [] }) => [route, ...otherRoutes].join(', ') },
    {
      key: 'price',
      header: words.price,
      align: 'end',
      cell: (service) =>
        service.messagePrice === undefined
          ? words.priceWords(number(service.price?.percent ?? '0', 4), shown(service.price?.fixed ?? '0', service))
          : shown(service.messagePrice, service),
    },
    { key: 'limits', header: words.limits, align: 'end', cell: limits },
  ];
}

/** Amounts in the currency of a service, as far as that is known. */
function useAmounts(currencies: Props['currencies']) {
  const words = useTexts(catalogueTexts);
  const { money, number } = useFormat();
  const shown = (amount: string, { code }: Service): string => {
    const currency = currencies[code];
    return currency === undefined ? number(amount) : money(amount, currency);
  };
  const limits = (service: Service): string => {
    const { minimum, maximum } = service;
    if (minimum !== undefined && maximum !== undefined) return words.fromTo(shown(minimum, service), shown(maximum, service));
    if (minimum !== undefined) return words.from(shown(minimum, service));
    return maximum === undefined ? '–' : words.to(shown(maximum, service));
  };
  return { shown, limits };
}
