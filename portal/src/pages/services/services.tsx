// Lists the services with their prices, and which of them are active.

import { useRealtime, useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Limits, PriceMessages } from './price.tsx';
import { stateOf, states, type Service } from './service.ts';
import { ServicePanel } from './service-panel.tsx';
import { serviceMessages } from './messages.ts';

const filters = {
  q: textParam(),
  state: filterParam(states),
  type: textParam(),
  open: textParam(),
};

export default function Services() {
  const messages = useMessages(serviceMessages);
  const [{ q, state, type, open }, change] = useSearch(filters);
  const services = useRead('GET services', {});
  useRealtime(['account'], ['GET services']);
  const fits = (service: Service): boolean =>
    (state === '' || stateOf(service) === state) &&
    (type === '' || service.typeService === type) &&
    [service.name, service.code, service.provider].some((text) =>
      text.toLowerCase().includes(q.toLowerCase()),
    );
  const columns = useColumns();
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded read={services}>
        {({ services: all }) => {
          const types = [...new Set(all.map(({ typeService }) => typeService))];
          const opened = all.find(({ code }) => code === open);
          return (
            <>
              <FilterBar
                active={q !== '' || state !== '' || type !== ''}
                onClear={() => change({ q: '', state: '', type: '' })}
              >
                <FilterText
                  label={messages.search}
                  placeholder={messages.searchHint}
                  value={q}
                  onChange={(next) => change({ q: next })}
                />
                <FilterSelect
                  label={messages.state}
                  all={messages.all}
                  value={state}
                  options={states.map((value) => ({ value, label: messages.states[value] }))}
                  onChange={(next) => change({ state: next })}
                />
                <FilterSelect
                  label={messages.type}
                  all={messages.all}
                  value={type}
                  options={types.map((value) => ({ value, label: messages.types[value] ?? value }))}
                  onChange={(next) => change({ type: next })}
                />
              </FilterBar>
              <DataTable
                id="services"
                caption={messages.title}
                rows={all.filter(fits)}
                rowKey={({ code }) => code}
                rowName={({ name }) => name}
                columns={columns}
                openKey={open}
                onOpen={({ code }) => change({ open: code })}
                empty={
                  <EmptyState icon="layers" title={messages.none}>
                    {messages.noneHint}
                  </EmptyState>
                }
              />
              {opened === undefined ? null : (
                <ServicePanel key={open} service={opened} onClose={() => change({ open: '' })} />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function useColumns(): Column<Service>[] {
  const messages = useMessages(serviceMessages);
  const { country } = useFormat();
  return [
    { key: 'name', header: messages.service, cell: ({ name }) => name },
    {
      key: 'state',
      header: messages.state,
      cell: (service) => (
        <Badge tone={stateTones.service[stateOf(service)]}>
          {messages.states[stateOf(service)]}
        </Badge>
      ),
    },
    { key: 'code', header: messages.code, cell: ({ code }) => <code>{code}</code> },
    { key: 'provider', header: messages.provider, extra: true, cell: ({ provider }) => provider },
    {
      key: 'type',
      header: messages.type,
      extra: true,
      cell: ({ typeService }) => messages.types[typeService] ?? typeService,
    },
    {
      key: 'country',
      header: messages.country,
      cell: ({ country: code }) => (code === null ? messages.anyCountry : country(code)),
    },
    {
      key: 'direction',
      header: messages.direction,
      extra: true,
      cell: ({ direction }) => messages.directions[direction],
    },
    { key: 'price', header: messages.price, cell: (service) => <PriceMessages of={service} /> },
    { key: 'limits', header: messages.limits, cell: (service) => <Limits of={service} /> },
  ];
}
