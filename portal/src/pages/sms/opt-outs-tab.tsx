// Who wants no more messages of an application, and how does a number come onto the list or off it?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { AddOptOuts } from './add-opt-outs.tsx';
import type { TabPlace } from './sms.tsx';
import { smsTexts } from './texts.ts';
import { AppChoice, WithApp, type SmsApp } from './use-app.tsx';

type OptOut = RouteAnswer<'GET sms/opt-outs'>['items'][number];

export function OptOutsTab({ place }: { place: TabPlace }) {
  const { optOuts: words } = useTexts(smsTexts);
  const may = useMay('POST sms/opt-outs');
  const [adding, setAdding] = useState(false);
  return (
    <WithApp chosen={place.app}>
      {(app, live) => (
        <div className="stack">
          <p className="soft">{words.lead}</p>
          <div className="row row-between">
            <AppChoice app={app} live={live} onChange={place.onApp} />
            {may ? (
              <Button icon="plus" onClick={() => setAdding(true)}>
                {words.add}
              </Button>
            ) : null}
          </div>
          <OptOutList app={app} place={place} may={may} />
          {adding ? <AddOptOuts app={app} onEnd={() => setAdding(false)} /> : null}
        </div>
      )}
    </WithApp>
  );
}

function OptOutList({ app, place: { after, onPage }, may }: { app: SmsApp; place: TabPlace; may: boolean }) {
  const { optOuts: words } = useTexts(smsTexts);
  const list = useRead('GET sms/opt-outs', { query: { app: String(app.id), after } });
  const [going, setGoing] = useState<string | null>(null);
  const columns: Column<OptOut>[] = [
    { key: 'msisdn', header: words.msisdn, cell: ({ msisdn }) => <span className="number">{msisdn}</span> },
    { key: 'source', header: words.source, cell: ({ source }) => words.sources[source] },
    { key: 'since', header: words.since, cell: ({ createdAt }) => <When at={createdAt} show="both" /> },
  ];
  if (may) {
    columns.push({
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: ({ msisdn }) => (
        <Button small look="quiet" aria-label={words.removeOf(msisdn)} onClick={() => setGoing(msisdn)}>
          {words.remove}
        </Button>
      ),
    });
  }
  return (
    <Loaded read={list}>
      {({ items, next }) => (
        <>
          <DataTable
            id="sms-opt-outs"
            caption={words.caption}
            rows={items}
            rowKey={({ msisdn }) => msisdn}
            columns={columns}
            loading={list.loading}
            empty={
              <EmptyState icon="ban" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
            pager={<Pager after={after} next={next} onChange={onPage} />}
          />
          {going === null ? null : <RemoveOptOut app={app} number={going} onEnd={() => setGoing(null)} />}
        </>
      )}
    </Loaded>
  );
}

function RemoveOptOut({ app, number, onEnd }: { app: SmsApp; number: string; onEnd(): void }) {
  const { optOuts: words } = useTexts(smsTexts);
  const { run, pending, error } = useChange('POST sms/opt-outs/remove', { changes: ['GET sms/opt-outs'] });
  const remove = async (): Promise<void> => {
    if ((await run({ body: { app: app.id, number } })) === null) return;
    onEnd();
    toast(words.removed);
  };
  return (
    <Confirm
      open
      title={words.removeTitle(number)}
      yes={words.remove}
      pending={pending}
      error={error}
      onYes={() => void remove()}
      onClose={onEnd}
    >
      <p>{words.removeWords}</p>
    </Confirm>
  );
}
