// Which services are there, what do they cost, and which of them are active?

import { useLive, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../ui/filter-bar.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Limits, PriceWords } from './price.tsx';
import { stateOf, states, stateTones, type Service } from './service.ts';
import { ServicePanel } from './service-panel.tsx';
import { serviceTexts } from './texts.ts';

const filters = { q: textParam(), state: filterParam(states), type: textParam(), open: textParam() };

export default function Services() {
  const words = useTexts(serviceTexts);
  const [{ q, state, type, open }, change] = useSearch(filters);
  const services = useRead('GET services', {});
  useLive(['account'], ['GET services']);
  const fits = (service: Service): boolean =>
    (state === '' || stateOf(service) === state) &&
    (type === '' || service.typeService === type) &&
    [service.name, service.code, service.provider].some((text) => text.toLowerCase().includes(q.toLowerCase()));
  const columns = useColumns();
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded read={services}>
        {({ services: all }) => {
          const types = [...new Set(all.map(({ typeService }) => typeService))];
          const opened = all.find(({ code }) => code === open);
          return (
            <>
              <FilterBar active={q !== '' || state !== '' || type !== ''} onClear={() => change({ q: '', state: '', type: '' })}>
                <FilterText label={words.search} placeholder={words.searchHint} value={q} onChange={(next) => change({ q: next })} />
                <FilterSelect
                  label={words.state}
                  all={words.all}
                  value={state}
                  options={states.map((value) => ({ value, label: words.states[value] }))}
                  onChange={(next) => change({ state: next })}
                />
                <FilterSelect
                  label={words.type}
                  all={words.all}
                  value={type}
                  options={types.map((value) => ({ value, label: words.types[value] ?? value }))}
                  onChange={(next) => change({ type: next })}
                />
              </FilterBar>
              <DataTable
                id="services"
                caption={words.title}
                rows={all.filter(fits)}
                rowKey={({ code }) => code}
                rowName={({ name }) => name}
                columns={columns}
                openKey={open}
                onOpen={({ code }) => change({ open: code })}
                empty={
                  <EmptyState icon="layers" title={words.none}>
                    {words.noneHint}
                  </EmptyState>
                }
              />
              {opened === undefined ? null : <ServicePanel key={open} service={opened} onClose={() => change({ open: '' })} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function useColumns(): Column<Service>[] {
  const words = useTexts(serviceTexts);
  const { country } = useFormat();
  return [
    { key: 'name', header: words.service, cell: ({ name }) => name },
    {
      key: 'state',
      header: words.state,
      cell: (service) => <Badge tone={stateTones[stateOf(service)]}>{words.states[stateOf(service)]}</Badge>,
    },
    { key: 'code', header: words.code, cell: ({ code }) => <code>{code}</code> },
    { key: 'provider', header: words.provider, extra: true, cell: ({ provider }) => provider },
    { key: 'type', header: words.type, extra: true, cell: ({ typeService }) => words.types[typeService] ?? typeService },
    { key: 'country', header: words.country, cell: ({ country: code }) => (code === null ? words.anyCountry : country(code)) },
    { key: 'direction', header: words.direction, extra: true, cell: ({ direction }) => words.directions[direction] },
    { key: 'price', header: words.price, cell: (service) => <PriceWords of={service} /> },
    { key: 'limits', header: words.limits, cell: (service) => <Limits of={service} /> },
  ];
}
