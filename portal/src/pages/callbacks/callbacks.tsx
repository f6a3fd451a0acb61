// Page of the callbacks sent to the developer's servers, and whether they were accepted.

import { useMay, useMe } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { ListPage } from '../../layout/list-page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useList } from '../../ui/use-list.ts';
import { CallbackPanel } from './callback-panel.tsx';
import { useCallbackColumns } from './columns.tsx';
import { useCallbackFilters } from './filters.ts';
import { callbackMessages } from './messages.ts';
import { CallbackStates } from './states.tsx';
import { ReplayAll } from './replay-all.tsx';
import { Replays } from './replays.tsx';

export default function Callbacks() {
  const messages = useMessages(callbackMessages);
  const list = useList('GET callbacks', {
    filters: useCallbackFilters(),
    live: ['callback', 'operation'],
    liveReads: ['GET callbacks/:id', 'GET callbacks/counts', 'GET callback-replays'],
  });
  const may = useMay('POST callbacks/replay-all');
  const sandbox = useMe().mode === 'sandbox';
  return (
    <ListPage
      title={messages.title}
      lead={messages.lead}
      actions={
        <>
          {sandbox ? (
            <ButtonLink icon="send" to="/callbacks/inbox">
              {messages.inbox}
            </ButtonLink>
          ) : null}
          {may ? (
            <ButtonLink icon="flask" to="/callbacks/test">
              {messages.tester}
            </ButtonLink>
          ) : null}
        </>
      }
      above={<CallbackStates list={list} />}
      list={list}
      id="callbacks"
      rowKey={({ id }) => id}
      rowName={({ transactionId }) => transactionId}
      panel={({ id, onClose }) => <CallbackPanel id={id} onClose={onClose} />}
      tools={
        list.search.q === '' ? (
          <ReplayAll small filter={list.query} label={messages.replayAll} />
        ) : null
      }
      columns={useCallbackColumns()}
      empty={{ icon: 'send', title: messages.none, hint: messages.noneHint }}
    >
      <Replays />
      <Notice icon="pulse">{messages.feed}</Notice>
    </ListPage>
  );
}
