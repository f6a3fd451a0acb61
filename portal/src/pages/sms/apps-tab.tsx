// Which applications send for this account?

import { useState } from 'react';
import { useChange, useErrorWords, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { NeedsSecondFactor } from '../../layout/needs-second-factor.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { AppPanel } from './app-panel.tsx';
import { appTexts } from './app-texts.ts';
import type { TabPlace } from './sms.tsx';
import { smsTexts } from './texts.ts';
import { useApps, type SmsApp } from './use-app.tsx';

/** A key that is shown this one time. */
interface MadeKey {
  appId: string;
  appKey: string;
}

export function AppsTab({ place: { open, onOpen } }: { place: TabPlace }) {
  const { apps: words } = useTexts(appTexts);
  const { unnamed } = useTexts(smsTexts);
  const apps = useApps();
  const may = useMay('POST sms/apps');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const columns: Column<SmsApp>[] = [
    { key: 'id', header: words.id, cell: ({ appId, lastFour }) => <code>{`${appId}…${lastFour}`}</code> },
    { key: 'name', header: words.name, cell: ({ name }) => (name === '' ? <span className="soft">{unnamed}</span> : name) },
    {
      key: 'state',
      header: words.state,
      cell: ({ revokedAt }) => (revokedAt === null ? <Badge tone="good">{words.active}</Badge> : <Badge tone="bad">{words.revoked}</Badge>),
    },
    { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
  const make = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      {words.make}
    </Button>
  );
  const opened = apps.answer?.items.find(({ id }) => String(id) === open);
  return (
    <div className="stack">
      <NeedsSecondFactor />
      {may ? <div className="row">{make}</div> : null}
      <Loaded read={apps}>
        {({ items }) => (
          <DataTable
            id="sms-apps"
            caption={words.caption}
            rows={items}
            rowKey={({ id }) => String(id)}
            rowName={({ appId, lastFour }) => `${appId}…${lastFour}`}
            columns={columns}
            openKey={open}
            onOpen={({ id }) => onOpen(String(id))}
            loading={apps.loading}
            empty={
              <EmptyState icon="key" title={words.none}>
                {words.noneHint}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {opened === undefined ? null : <AppPanel key={open} app={opened} onMade={setMade} onClose={() => onOpen('')} />}
      {making ? <NewApp onMade={setMade} onEnd={() => setMaking(false)} /> : null}
      {made === null ? null : <ShownKey made={made} onEnd={() => setMade(null)} />}
    </div>
  );
}

function NewApp({ onMade, onEnd }: { onMade(made: MadeKey): void; onEnd(): void }) {
  const { apps: words } = useTexts(appTexts);
  const { sayField } = useErrorWords();
  const { run, pending, error } = useChange('POST sms/apps', { changes: ['GET sms/apps'] });
  const make = async (name: string): Promise<void> => {
    const answer = await run({ body: { name } });
    if (answer === null) return;
    onEnd();
    onMade(answer);
  };
  return (
    <Dialog open title={words.make} onClose={onEnd}>
      <Form error={error} onSend={(values) => void make((values['name'] ?? '').trim())}>
        <Field name="name" label={words.name} hint={words.nameHint} maxLength={60} error={sayField(error, 'name')} autoFocus />
        <Button type="submit" look="primary" wide pending={pending}>
          {words.make}
        </Button>
      </Form>
    </Dialog>
  );
}

function ShownKey({ made: { appId, appKey }, onEnd }: { made: MadeKey; onEnd(): void }) {
  const { apps: words } = useTexts(appTexts);
  const end = (
    <Button look="primary" onClick={onEnd}>
      {words.kept}
    </Button>
  );
  return (
    <Dialog open firm title={words.madeTitle} onClose={onEnd} actions={end}>
      <SecretOnce label={appId} secret={appKey}>
        {words.madeOnce}
      </SecretOnce>
    </Dialog>
  );
}
