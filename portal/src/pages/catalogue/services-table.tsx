// Lists the services of a document, with prices and limits as written there. In a draft each can
// be edited.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterText } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { rowsOfPage } from '../../ui/rows-of-page.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useCommission } from '../services/commission.ts';
import { catalogueMessages } from './messages.ts';
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
  const messages = useMessages(catalogueMessages);
  const columns = useColumns(currencies);
  const wanted = search.toLowerCase();
  const page = rowsOfPage(
    services.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted)),
    after,
  );
  const edit = (service: Service) => (
    <Button
      small
      variant="quiet"
      icon="edit"
      aria-label={messages.editOne(service.code)}
      onClick={() => onEdit?.(service)}
    >
      {messages.edit}
    </Button>
  );
  return (
    <div className="stack">
      <FilterBar active={search !== ''} onClear={() => onChange({ q: '', after: '' })}>
        <FilterText
          label={messages.search}
          value={search}
          onChange={(q) => onChange({ q, after: '' })}
        />
      </FilterBar>
      <DataTable
        id={onEdit === undefined ? 'catalogue-services' : 'draft-services'}
        caption={messages.servicesCaption}
        rows={page.rows}
        rowKey={({ code }) => code}
        columns={[
          ...columns,
          ...(onEdit === undefined
            ? []
            : [{ key: 'action', header: messages.edit, align: 'end' as const, cell: edit }]),
        ]}
        pager={<Pager after={after} next={page.next} onChange={(to) => onChange({ after: to })} />}
        empty={
          <EmptyState icon="layers" title={messages.none}>
            {messages.noneHint}
          </EmptyState>
        }
      />
    </div>
  );
}

function useColumns(currencies: Props['currencies']): Column<Service>[] {
  const messages = useMessages(catalogueMessages);
  const { shown, limits } = useAmounts(currencies);
  const commission = useCommission();
  const ways = useWays(currencies);
  return [
    {
      key: 'service',
      header: messages.service,
      cell: ({ code, name }) => (
        <span className="service-cell">
          {name}
          <code>{code}</code>
        </span>
      ),
    },
    {
      key: 'state',
      header: messages.state,
      cell: ({ off }) =>
        off === true ? (
          <Badge icon="pause">{messages.off}</Badge>
        ) : (
          <Badge tone="good">{messages.on}</Badge>
        ),
    },
    {
      key: 'route',
      header: messages.route,
      cell: (service) => ways(service).join(', '),
    },
    {
      key: 'price',
      header: messages.price,
      align: 'end',
      cell: (service) =>
        service.messagePrice === undefined
          ? commission(service.price ?? {}, currencies[service.code])
          : shown(service.messagePrice, service),
    },
    { key: 'limits', header: messages.limits, align: 'end', cell: limits },
  ];
}

/** The routes of a service, with the share of each or what it costs where that decides. */
function useWays(currencies: Props['currencies']): (service: Service) => string[] {
  const messages = useMessages(catalogueMessages);
  const commission = useCommission();
  const { number } = useFormat();
  return (service) => {
    const { route, otherRoutes = [], routeChoice, routeWeights = {}, routeCosts = {} } = service;
    const routes = [route, ...otherRoutes];
    const weightOf = (name: string): number => routeWeights[name] ?? 0;
    const sum = routes.reduce((total, name) => total + weightOf(name), 0);
    return routes.map((name) => {
      if (routeChoice === 'weight' && sum > 0)
        return messages.wayShare(name, number(Math.round((1_000 * weightOf(name)) / sum) / 10));
      const cost = routeCosts[name];
      if (routeChoice !== 'cost' || cost === undefined) return name;
      return messages.wayCost(name, commission(cost, currencies[service.code]));
    });
  };
}

/** Amounts in the currency of a service, as far as that is known. */
function useAmounts(currencies: Props['currencies']) {
  const messages = useMessages(catalogueMessages);
  const { money, number } = useFormat();
  const shown = (amount: string, { code }: Service): string => {
    const currency = currencies[code];
    return currency === undefined ? number(amount) : money(amount, currency);
  };
  const limits = (service: Service): string => {
    const { minimum, maximum } = service;
    if (minimum !== undefined && maximum !== undefined)
      return messages.fromTo(shown(minimum, service), shown(maximum, service));
    if (minimum !== undefined) return messages.from(shown(minimum, service));
    return maximum === undefined ? '–' : messages.to(shown(maximum, service));
  };
  return { shown, limits };
}
