// Which statements of providers were taken in, and how many gaps does each have?

import { useMay, useRead } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { navigate, textParam, useSearch } from '../../router/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, FilterSelect } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { FileState } from './badges.tsx';
import { reconciliationTexts, type File } from './texts.ts';

const filters = { route: textParam(), after: textParam() };
const lookEveryMs = 10_000;
/** Further the gateway does not count. */
const openCounted = 1_000;

export default function Files() {
  const words = useTexts(reconciliationTexts);
  const { number } = useFormat();
  const [{ route, after }, change] = useSearch(filters);
  const query = { ...(route && { route }), ...(after && { after }) };
  const files = useRead('GET operator/reconciliation', { query }, { everyMs: lookEveryMs });
  const may = useMay('POST operator/reconciliation/upload');
  return (
    <Page title={words.title} lead={words.lead} actions={may ? <Take /> : null}>
      <FilterBar active={route !== ''} onClear={() => change({ route: '', after: '' })}>
        <FilterSelect
          label={words.provider}
          all={words.allProviders}
          value={route}
          options={(files.answer?.routes ?? []).map((value) => ({ value, label: value }))}
          onChange={(next) => change({ route: next, after: '' })}
        />
      </FilterBar>
      <Loaded read={files}>
        {({ items, next }) => (
          <DataTable
            id="reconciliation"
            caption={words.title}
            rows={items}
            rowKey={({ id }) => String(id)}
            rowName={({ name }) => name}
            onOpen={({ id }) => navigate(`/reconciliation/${id}`)}
            columns={[
              { key: 'name', header: words.file, cell: ({ name }) => name },
              { key: 'route', header: words.provider, cell: (file) => file.route },
              { key: 'period', header: words.period, cell: (file) => <Period file={file} /> },
              { key: 'state', header: words.state, cell: ({ state }) => <FileState state={state} /> },
              { key: 'lines', header: words.lines, align: 'end', cell: ({ lines }) => number(lines) },
              { key: 'gaps', header: words.gaps, align: 'end', cell: ({ gaps }) => number(gaps) },
              {
                key: 'open',
                header: words.open,
                align: 'end',
                cell: ({ gapsOpen }) =>
                  gapsOpen === 0 ? '0' : <Badge tone="warn">{gapsOpen >= openCounted ? `${number(gapsOpen)}+` : number(gapsOpen)}</Badge>,
              },
              { key: 'at', header: words.uploaded, cell: ({ uploadedAt }) => <When at={uploadedAt} /> },
              { key: 'by', header: words.uploadedBy, extra: true, cell: ({ uploadedBy }) => uploadedBy ?? words.byCommand },
            ]}
            loading={files.loading && after !== ''}
            empty={
              <EmptyState icon="scale" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Take() {
  return (
    <ButtonLink look="primary" icon="upload" to="/reconciliation/new">
      {useTexts(reconciliationTexts).take}
    </ButtonLink>
  );
}

/** Days; the end is not included. */
export function Period({ file: { from, until } }: { file: Pick<File, 'from' | 'until'> }) {
  const { moment } = useFormat();
  if (from === null || until === null) return <>–</>;
  const [first, last] = [moment(from, 'day'), moment(Date.parse(until) - 1, 'day')];
  return <>{first === last ? first : `${first} – ${last}`}</>;
}
