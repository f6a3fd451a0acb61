// Page of the audit log: what was done, by whom, to what, with its filters, its file, and the
// proof that it is whole.

import type { RouteQuery } from '@jokko/contract/portal';
import { addressOf } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Button } from '../../ui/button.tsx';
import { numberOrNone } from '../../ui/list-filter.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { EntryPanel } from './entry-panel.tsx';
import { auditMessages } from './messages.ts';
import { sentenceMessages, subjectMessages } from './sentence-messages.ts';
import { nameOfSubject, typedSubject } from './subject.ts';
import { Sentence } from './sentence.tsx';
import { Verify } from './verify.tsx';

export default function Audit() {
  const messages = useMessages(auditMessages);
  const sentences: Partial<Record<string, string>> = useMessages(sentenceMessages);
  const words = useMessages(subjectMessages);
  const list = useList('GET operator/audit', {
    filters: [
      { days: true },
      {
        name: 'action',
        label: messages.action,
        all: messages.allActions,
        offered: (answer) =>
          (answer?.actions ?? []).map((value) => ({ value, label: sentences[value] ?? value })),
      },
      {
        name: 'subject',
        label: messages.subject,
        placeholder: messages.subjectExample,
        toQuery: typedSubject,
      },
      { name: 'account', label: messages.account, toQuery: numberOrNone },
      {
        name: 'user',
        label: messages.person,
        all: messages.allPeople,
        offered: (answer) =>
          (answer?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
    closesWhenNarrowed: true,
  });
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      above={<Verify />}
      list={list}
      id="audit"
      rowKey={({ number }) => String(number)}
      rowName={({ number }) => messages.entry(String(number))}
      panel={({ row, onClose }) =>
        row && <EntryPanel entry={row} onNarrow={list.narrow} onClose={onClose} />
      }
      tools={<Files filter={list.query} />}
      columns={[
        { key: 'number', header: messages.number, cell: ({ number }) => number },
        { key: 'at', header: messages.at, cell: ({ at }) => <When at={at} show="exact" /> },
        {
          key: 'what',
          header: messages.what,
          sentence: true,
          cell: (entry) => <Sentence entry={entry} />,
        },
        {
          key: 'who',
          header: messages.who,
          extra: true,
          cell: ({ who, email }) => email ?? messages.kinds[who],
        },
        {
          key: 'action',
          header: messages.action,
          extra: true,
          cell: ({ action }) => sentences[action] ?? <code>{action}</code>,
        },
        {
          key: 'subject',
          header: messages.subject,
          extra: true,
          cell: ({ subject }) => (subject === null ? '–' : nameOfSubject(subject, words)),
        },
        {
          key: 'account',
          header: messages.account,
          align: 'end',
          extra: true,
          cell: ({ accountId }) => accountId ?? '–',
        },
        {
          key: 'address',
          header: messages.address,
          extra: true,
          cell: ({ address }) => address ?? '–',
        },
      ]}
      empty={{ icon: 'file', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function Files({ filter }: { filter: RouteQuery<'GET operator/audit'> }) {
  const messages = useMessages(auditMessages);
  const take = (form: 'excel' | 'plain'): void =>
    location.assign(addressOf('GET operator/audit/export', { query: { ...filter, form } }));
  return (
    <>
      <Button small icon="download" onClick={() => take('excel')}>
        {messages.excel}
      </Button>
      <Button small icon="download" onClick={() => take('plain')}>
        {messages.plain}
      </Button>
    </>
  );
}
