// Lists the imported provider statements, with the number of discrepancies of each.

import { useMay } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { FileState } from './badges.tsx';
import { reconciliationMessages, type File } from './messages.ts';
import { DaysCard } from './days-card.tsx';
import { UnreadDays } from './unread-days.tsx';

const everyMs = 10_000;
/** Further the gateway does not count. */
const openCounted = 1_000;

export default function Files() {
  const messages = useMessages(reconciliationMessages);
  const { number } = useFormat();
  const list = useList('GET operator/reconciliation', {
    filters: [
      {
        name: 'route',
        label: messages.party,
        all: messages.allParties,
        offered: (answer) =>
          (answer?.parties ?? []).map(({ party, name }) => ({ value: party, label: name })),
      },
    ],
    everyMs,
  });
  const may = useMay('POST operator/reconciliation/upload');
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={<Actions may={may} />}
      above={
        <>
          <UnreadDays />
          <DaysCard days={list.read.answer?.days ?? []} />
        </>
      }
      list={list}
      id="reconciliation"
      rowKey={({ id }) => String(id)}
      rowName={({ name }) => name}
      rowPage={({ id }) => `/reconciliation/${id}`}
      columns={[
        { key: 'name', header: messages.file, cell: ({ name }) => name },
        {
          key: 'route',
          header: messages.party,
          cell: ({ route, bankAccount }) => route ?? bankAccount,
        },
        { key: 'period', header: messages.period, cell: (file) => <Period file={file} /> },
        {
          key: 'state',
          header: messages.state,
          cell: ({ state }) => <FileState state={state} />,
        },
        {
          key: 'lines',
          header: messages.lines,
          align: 'end',
          cell: ({ lines }) => number(lines),
        },
        {
          key: 'discrepancies',
          header: messages.discrepancies,
          align: 'end',
          cell: ({ discrepancies }) => number(discrepancies),
        },
        {
          key: 'open',
          header: messages.open,
          align: 'end',
          cell: ({ discrepanciesOpen }) =>
            discrepanciesOpen === 0 ? (
              '0'
            ) : (
              <Badge tone="warn">
                {discrepanciesOpen >= openCounted
                  ? `${number(discrepanciesOpen)}+`
                  : number(discrepanciesOpen)}
              </Badge>
            ),
        },
        {
          key: 'at',
          header: messages.uploaded,
          cell: ({ uploadedAt }) => <When at={uploadedAt} />,
        },
        {
          key: 'by',
          header: messages.uploadedBy,
          extra: true,
          cell: ({ uploadedBy }) => uploadedBy ?? messages.byCommand,
        },
      ]}

      empty={{ icon: 'scale', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function Actions({ may }: { may: boolean }) {
  const messages = useMessages(reconciliationMessages);
  return (
    <>
      <ButtonLink icon="wallet" to="/reconciliation/banks">
        {messages.banks}
      </ButtonLink>
      <ButtonLink icon="scale" to="/reconciliation/rules">
        {messages.rules}
      </ButtonLink>
      {may ? <Take /> : null}
    </>
  );
}

function Take() {
  return (
    <ButtonLink variant="primary" icon="upload" to="/reconciliation/new">
      {useMessages(reconciliationMessages).take}
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
