// Lists the applications that send for this account.

import { useState } from 'react';
import { useChange, useErrorMessages, useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { NeedsSecondFactor } from '../../layout/needs-second-factor.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { appMessages } from './app-messages.ts';
import { AppPanel } from './app-panel.tsx';
import { smsMessages } from './messages.ts';
import type { SmsApp } from './use-app.tsx';

/** A key that is shown this one time. */
interface MadeKey {
  appId: string;
  appKey: string;
}

export function AppsTab() {
  const messages = useMessages(appMessages.apps);
  const { unnamed } = useMessages(smsMessages);
  const list = useList('GET sms/apps');
  const may = useMay('POST sms/apps');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const columns: Column<SmsApp>[] = [
    {
      key: 'id',
      header: messages.id,
      cell: ({ appId, lastFour }) => <code>{`${appId}…${lastFour}`}</code>,
    },
    {
      key: 'name',
      header: messages.name,
      cell: ({ name }) => (name === '' ? <span className="soft">{unnamed}</span> : name),
    },
    {
      key: 'state',
      header: messages.state,
      cell: ({ revokedAt }) =>
        revokedAt === null ? (
          <Badge tone="good">{messages.active}</Badge>
        ) : (
          <Badge tone="bad">{messages.revoked}</Badge>
        ),
    },
    { key: 'created', header: messages.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
  const make = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      {messages.make}
    </Button>
  );
  return (
    <div className="stack">
      <NeedsSecondFactor />
      {may ? <div className="row">{make}</div> : null}
      <ListTable
        list={list}
        id="sms-apps"
        caption={messages.caption}
        rowKey={({ id }) => String(id)}
        rowName={({ appId, lastFour }) => `${appId}…${lastFour}`}
        panel={({ row, onClose }) =>
          row && <AppPanel app={row} onMade={setMade} onClose={onClose} />
        }
        columns={columns}
        empty={{ icon: 'key', title: messages.none, hint: messages.noneHint }}
      />
      {making ? <NewApp onMade={setMade} onEnd={() => setMaking(false)} /> : null}
      {made === null ? null : <ShownKey made={made} onEnd={() => setMade(null)} />}
    </div>
  );
}

function NewApp({ onMade, onEnd }: { onMade(made: MadeKey): void; onEnd(): void }) {
  const messages = useMessages(appMessages.apps);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST sms/apps', { changes: ['GET sms/apps'] });
  const make = async (name: string): Promise<void> => {
    const answer = await run({ body: { name } });
    if (answer === null) return;
    onEnd();
    onMade(answer);
  };
  return (
    <Dialog open title={messages.make} onClose={onEnd}>
      <Form error={error} onSend={(values) => void make((values['name'] ?? '').trim())}>
        <Field
          name="name"
          label={messages.name}
          hint={messages.nameHint}
          maxLength={60}
          error={fieldMessageOf(error, 'name')}
          autoFocus
        />
        <Button type="submit" variant="primary" wide pending={pending}>
          {messages.make}
        </Button>
      </Form>
    </Dialog>
  );
}

function ShownKey({ made: { appId, appKey }, onEnd }: { made: MadeKey; onEnd(): void }) {
  const messages = useMessages(appMessages.apps);
  const end = (
    <Button variant="primary" onClick={onEnd}>
      {messages.kept}
    </Button>
  );
  return (
    <Dialog open firm title={messages.madeTitle} onClose={onEnd} actions={end}>
      <SecretOnce label={appId} secret={appKey}>
        {messages.madeOnce}
      </SecretOnce>
    </Dialog>
  );
}
