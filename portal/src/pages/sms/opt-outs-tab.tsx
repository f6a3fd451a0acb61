// Lists the numbers that want no more messages of an application, and adds and removes them.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { AddOptOuts } from './add-opt-outs.tsx';
import { smsMessages } from './messages.ts';
import type { TabPlace } from './tab-place.ts';
import { AppChoice, WithApp, type SmsApp } from './use-app.tsx';

type OptOut = RouteAnswer<'GET sms/opt-outs'>['items'][number];

export function OptOutsTab({ place }: { place: TabPlace }) {
  const messages = useMessages(smsMessages.optOuts);
  const may = useMay('POST sms/opt-outs');
  const [adding, setAdding] = useState(false);
  return (
    <WithApp chosen={place.app}>
      {(app, live) => (
        <div className="stack">
          <p className="soft">{messages.lead}</p>
          <div className="row row-between">
            <AppChoice app={app} live={live} onChange={place.onApp} />
            {may ? (
              <Button icon="plus" onClick={() => setAdding(true)}>
                {messages.add}
              </Button>
            ) : null}
          </div>
          <OptOutList app={app} />
          {adding ? <AddOptOuts app={app} onEnd={() => setAdding(false)} /> : null}
        </div>
      )}
    </WithApp>
  );
}

function OptOutList({ app }: { app: SmsApp }) {
  const messages = useMessages(smsMessages.optOuts);
  const may = useMay('POST sms/opt-outs/remove');
  const list = useList('GET sms/opt-outs', { query: { app: String(app.id) } });
  const columns: Column<OptOut>[] = [
    {
      key: 'msisdn',
      header: messages.msisdn,
      cell: ({ msisdn }) => <span className="number">{msisdn}</span>,
    },
    { key: 'source', header: messages.source, cell: ({ source }) => messages.sources[source] },
    {
      key: 'since',
      header: messages.since,
      cell: ({ createdAt }) => <When at={createdAt} show="both" />,
    },
  ];
  if (may)
    columns.push({
      key: 'actions',
      header: messages.actions,
      align: 'end',
      cell: ({ msisdn }) => <RemoveOptOut app={app} number={msisdn} />,
    });
  return (
    <ListTable
      list={list}
      id="sms-opt-outs"
      caption={messages.caption}
      rowKey={({ msisdn }) => msisdn}
      columns={columns}
      empty={{ icon: 'ban', title: messages.none, hint: messages.noneHint }}
    />
  );
}

function RemoveOptOut({ app, number }: { app: SmsApp; number: string }) {
  const messages = useMessages(smsMessages.optOuts);
  return (
    <Action
      route="POST sms/opt-outs/remove"
      body={{ app: app.id, number }}
      changes={['GET sms/opt-outs']}
      label={messages.remove}
      name={messages.removeOf(number)}
      small
      variant="quiet"
      ask={{ title: messages.removeTitle(number), children: <p>{messages.removeBody}</p> }}
      done={messages.removed}
    />
  );
}
