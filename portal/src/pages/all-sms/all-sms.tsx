// Page of the SMS of all developers: the connections to carriers with what waits on them, what
// became of messages by mobile operator, and the messages, the newest first, or those that a number
// got. What a message says is not shown.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { Button } from '../../ui/button.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import type { Empty } from '../../ui/list-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useList } from '../../ui/use-list.ts';
import { CarriersCard } from '../health/carriers-card.tsx';
import { smsStateNames } from '../sms/counts.tsx';
import { useMessageColumns } from '../sms/message-columns.tsx';
import { smsMessages } from '../sms/messages.ts';
import { Link } from '../../router/index.ts';
import { When } from '../../ui/when.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { allSmsMessages } from './messages.ts';
import '../sms/sms.css';

const everyMs = 15_000;

type Answer = RouteAnswer<'GET operator/sms'>;
type Message = Answer['items'][number];

export default function AllSms() {
  const messages = useMessages(allSmsMessages);
  const { moment } = useFormat();
  const health = useRead('GET operator/health', {}, { everyMs });
  const { states } = useMessages(smsMessages);
  const list = useList('GET operator/sms', {
    filters: [
      { name: 'number', label: messages.number, hint: messages.numberHint, unsaved: true },
      { name: 'account', label: messages.account, hint: messages.accountHint },
      {
        name: 'state',
        label: messages.state,
        all: messages.anyState,
        options: optionsOf(smsStateNames, states),
      },
      {
        name: 'connection',
        label: messages.connection,
        all: messages.anyConnection,
        offered: (answer) =>
          (answer?.connections ?? []).map((name) => ({ value: name, label: name })),
      },
    ],
  });
  /** A rare state is searched some hundred batches at a time. */
  const isUnfinished = ({ items, next, searchedUntil }: Answer): boolean =>
    items.length === 0 && next !== null && searchedUntil !== null;
  const empty = (answer: Answer): Empty =>
    isUnfinished(answer)
      ? {
          icon: 'search',
          title: messages.noneYet,
          hint: messages.noneYetHint(moment(answer.searchedUntil ?? '')),
          action: (
            <Button
              icon="search"
              pending={list.loading}
              onClick={() => list.goTo(answer.next ?? '')}
            >
              {messages.goOn}
            </Button>
          ),
        }
      : {
          icon: 'chat',
          title: list.narrowed ? messages.noneFound : messages.none,
          hint: list.narrowed ? messages.noneFoundHint : messages.noneHint,
        };
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      caption={messages.caption}
      above={
        <>
          {health.answer === undefined ? null : <CarriersCard carriers={health.answer.carriers} />}
          <DeliveryCard />
        </>
      }
      list={list}
      id="all-sms"
      rowKey={({ batchId, position }) => `${batchId}.${position}`}
      columns={useColumns()}
      empty={empty}
      summary={(answer) =>
        answer.searchedUntil === null || isUnfinished(answer) ? null : (
          <Notice tone="info">{messages.searchedUntil(moment(answer.searchedUntil))}</Notice>
        )
      }
    />
  );
}

function useColumns(): Column<Message>[] {
  const messages = useMessages(allSmsMessages);
  const [number, ...others] = useMessageColumns<Message>();
  return [
    number!,
    {
      key: 'account',
      header: messages.account,
      cell: ({ accountId, accountName }) => (
        <Link to={`/developers/${accountId}`}>{accountName}</Link>
      ),
    },
    { key: 'sender', header: messages.sender, cell: ({ sender }) => sender },
    {
      key: 'connection',
      header: messages.connection,
      extra: true,
      cell: ({ connection }) => connection,
    },
    ...others,
    {
      key: 'accepted',
      header: messages.accepted,
      extra: true,
      cell: ({ acceptedAt }) => <When at={acceptedAt} show="exact" />,
    },
    { key: 'batch', header: messages.batch, extra: true, cell: ({ batchId }) => batchId },
  ];
}
