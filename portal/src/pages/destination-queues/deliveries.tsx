// Lists one account's callbacks for the operator: delivered, waiting, or given up. The same list
// as the developer's.

import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { useList } from '../../ui/use-list.ts';
import { CallbackPanel } from '../callbacks/callback-panel.tsx';
import { useCallbackColumns } from '../callbacks/columns.tsx';
import { useCallbackFilters } from '../callbacks/filters.ts';
import { callbackMessages } from '../callbacks/messages.ts';
import { ReplayAll } from '../callbacks/replay-all.tsx';
import { destinationQueueMessages } from './messages.ts';

export default function Deliveries({
  params: { account = '' },
}: {
  params: Record<string, string>;
}) {
  const messages = useMessages(destinationQueueMessages);
  const { none, noneHint, replayAll } = useMessages(callbackMessages);
  const list = useList('GET operator/callbacks/:account', {
    params: { account },
    filters: useCallbackFilters(),
  });
  return (
    <ListPage
      title={messages.oneTitle(account)}
      lead={messages.oneLead}
      back={{ to: '/destination-queues', label: messages.title }}
      list={list}
      id="operator-callbacks"
      rowKey={({ id }) => id}
      rowName={({ transactionId }) => transactionId}
      panel={({ id, onClose }) => <CallbackPanel id={id} account={account} onClose={onClose} />}
      tools={
        list.search.q === '' ? (
          <ReplayAll small filter={list.query} account={account} label={replayAll} />
        ) : null
      }
      columns={useCallbackColumns()}
      empty={{ icon: 'send', title: none, hint: noneHint }}
    />
  );
}
