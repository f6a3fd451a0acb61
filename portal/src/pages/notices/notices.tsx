// Page of notices: what happened to the user's access and to the account, what is new, and a way to
// mark it as read.

import { useMe, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Page } from '../../layout/page.tsx';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { RouteAnswer } from '@jokko/contract/portal';
import { noticeSentences, noticesMessages } from './messages.ts';

type Notice = RouteAnswer<'GET notices'>['items'][number];

export default function NoticesPage() {
  const messages = useMessages(noticesMessages);
  const isOperator = useMe().membership?.side === 'operator';
  const notices = useRead('GET notices', {}, { freshMs: 0 });
  const items = notices.answer?.items ?? [];
  const columns: Column<Notice>[] = [
    { key: 'what', header: messages.what, cell: (notice) => <Sentence notice={notice} /> },
    { key: 'when', header: messages.when, cell: ({ at }) => <When at={at} show="both" /> },
  ];
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        (notices.answer?.unread ?? 0) === 0 ? null : (
          <Action
            route="POST notices/read"
            body={{ upTo: items[0]!.id }}
            changes={['GET notices']}
            label={messages.readAll}
            done={messages.allRead}
          />
        )
      }
    >
      <Loaded read={notices} lines={5}>
        {({ items: rows }) => (
          <DataTable
            id="notices"
            caption={messages.caption}
            rows={rows}
            rowKey={({ id }) => String(id)}
            columns={columns}
            empty={<EmptyState title={messages.none} />}
          />
        )}
      </Loaded>
      <p className="soft small">{isOperator ? messages.hintOfOperator : messages.hint}</p>
    </Page>
  );
}

function Sentence({ notice: { what, by, byOperator, about, role, unread } }: { notice: Notice }) {
  const messages = useMessages(noticesMessages);
  const sentences = useMessages(noticeSentences);
  const { roles } = useMessages(layoutMessages);
  const name = by ?? messages.server;
  const sentence = sentences[what];
  return (
    <span className="row">
      {unread ? <Badge tone="info">{messages.unread}</Badge> : null}
      {typeof sentence === 'string'
        ? sentence
        : sentence(
            byOperator ? messages.ofOperator(name) : name,
            about ?? '',
            role === null ? '' : roles[role],
          )}
    </span>
  );
}
