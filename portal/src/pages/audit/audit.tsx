// What was done, by whom, to what? The audit log with its filters, its file, and the proof that it is whole.

import type { RouteAnswer } from '@jokko/contract/portal';
import { addressOf, useRead } from '../../api/index.ts';
import { dayBounds, useFormat, useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { dayParam, textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { auditTexts } from './texts.ts';
import { Verify } from './verify.tsx';

export type Entry = RouteAnswer<'GET operator/audit'>['items'][number];

const filters = {
  action: textParam(),
  subject: textParam(),
  account: textParam(),
  person: textParam(),
  from: dayParam(),
  until: dayParam(),
  after: textParam(),
  open: textParam(),
};
export type Filters = Partial<Record<keyof typeof filters, string>>;

/** A number as the route takes it; anything else filters nothing. */
const numberOf = (text: string): string => (/^[1-9]\d{0,8}$/.test(text) ? text : '');

export default function Audit() {
  const words = useTexts(auditTexts);
  const [{ after, open, ...chosen }, change] = useSearch(filters);
  const [account, person] = [numberOf(chosen.account), numberOf(chosen.person)];
  const { action, subject, from, until } = chosen;
  const { timeZone } = useFormat();
  const filter = {
    ...(from && { from: dayBounds(from, timeZone).from }),
    ...(until && { until: dayBounds(until, timeZone).until }),
    ...(action && { action }),
    ...(subject && { subject }),
    ...(account && { account }),
    ...(person && { person }),
  };
  const log = useRead('GET operator/audit', { query: { ...filter, ...(after && { after }) } });
  const narrow = (next: Filters): void => change({ after: '', open: '', ...next });
  return (
    <Page title={words.title} lead={words.lead}>
      <Verify />
      <AuditFilters chosen={chosen} actions={log.answer?.actions ?? []} onNarrow={narrow} />
      <Loaded read={log}>
        {({ items, next }) => {
          const shown = items.find(({ number }) => String(number) === open);
          return (
            <>
              <DataTable
                id="audit"
                caption={words.title}
                rows={items}
                rowKey={({ number }) => String(number)}
                rowName={({ number }) => words.entry(String(number))}
                openKey={open}
                onOpen={({ number }) => change({ open: String(number) })}
                loading={log.loading}
                actions={<Files filter={filter} />}
                columns={[
                  { key: 'number', header: words.number, cell: ({ number }) => number },
                  { key: 'at', header: words.at, cell: ({ at }) => <When at={at} show="exact" /> },
                  { key: 'who', header: words.who, cell: ({ who, email }) => email ?? words.kinds[who] },
                  { key: 'action', header: words.action, cell: (entry) => <code>{entry.action}</code> },
                  { key: 'subject', header: words.subject, cell: (entry) => entry.subject ?? '–' },
                  { key: 'account', header: words.account, align: 'end', cell: ({ accountId }) => accountId ?? '–' },
                  { key: 'address', header: words.address, extra: true, cell: ({ address }) => address ?? '–' },
                ]}
                empty={
                  <EmptyState icon="file" title={words.none}>
                    {words.noneHint}
                  </EmptyState>
                }
                pager={<Pager after={after} next={next} onChange={(to) => change({ after: to }, { push: true })} />}
              />
              {shown === undefined ? null : <EntryPanel key={open} entry={shown} onNarrow={narrow} onClose={() => change({ open: '' })} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Files({ filter }: { filter: Omit<Filters, 'after' | 'open'> }) {
  const words = useTexts(auditTexts);
  const take = (form: 'excel' | 'plain'): void => location.assign(addressOf('GET operator/audit/export', { query: { ...filter, form } }));
  return (
    <>
      <Button small icon="download" onClick={() => take('excel')}>
        {words.excel}
      </Button>
      <Button small icon="download" onClick={() => take('plain')}>
        {words.plain}
      </Button>
    </>
  );
}
