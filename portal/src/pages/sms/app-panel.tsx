// How does an application send, and how does its key change or end?

import { useState } from 'react';
import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/field.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { AppSettings } from './app-settings.tsx';
import { appTexts } from './app-texts.ts';
import type { SmsApp } from './use-app.tsx';

const overlaps = ['0', '1', '24', '168'] as const;

export function AppPanel({
  app,
  onMade,
  onClose,
}: {
  app: SmsApp;
  onMade(made: { appId: string; appKey: string }): void;
  onClose(): void;
}) {
  const { apps: words } = useTexts(appTexts);
  const may = useMay('POST sms/apps/rotate');
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const works = app.revokedAt === null;
  const actions = (
    <>
      <Button icon="refresh" onClick={() => setAsking('rotate')}>
        {words.rotate}
      </Button>
      <Button look="danger" onClick={() => setAsking('revoke')}>
        {words.revoke}
      </Button>
    </>
  );
  return (
    <SidePanel title={app.name === '' ? app.appId : app.name} onClose={onClose} {...(may && works ? { actions } : {})}>
      <div className="stack stack-l">
        <KeyValues
          items={[
            { label: words.id, value: <code>{`${app.appId}…${app.lastFour}`}</code> },
            {
              label: words.state,
              value: works ? <Badge tone="good">{words.active}</Badge> : <Badge tone="bad">{words.revoked}</Badge>,
            },
            { label: words.created, value: <When at={app.createdAt} show="both" /> },
            { label: words.revoked, value: app.revokedAt === null ? null : <When at={app.revokedAt} show="both" /> },
            { label: words.oldKey, value: app.oldKeyUntil === null ? null : <When at={app.oldKeyUntil} show="both" /> },
          ]}
        />
        <AppSettings app={app} editable={may && works} />
      </div>
      {asking === 'rotate' ? <Rotate app={app} onMade={onMade} onEnd={() => setAsking(null)} /> : null}
      {asking === 'revoke' ? <Revoke app={app} onEnd={() => setAsking(null)} /> : null}
    </SidePanel>
  );
}

function Rotate({ app, onMade, onEnd }: { app: SmsApp; onMade(made: { appId: string; appKey: string }): void; onEnd(): void }) {
  const { apps: words } = useTexts(appTexts);
  const { run, pending, error } = useChange('POST sms/apps/rotate', { changes: ['GET sms/apps'] });
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const rotate = async (): Promise<void> => {
    const answer = await run({ body: { id: app.id, overlapHours: Number(overlap) } });
    if (answer === null) return;
    onEnd();
    onMade(answer);
  };
  return (
    <Confirm open title={words.rotateTitle} yes={words.rotate} pending={pending} error={error} onYes={() => void rotate()} onClose={onEnd}>
      <Select
        label={words.overlap}
        value={overlap}
        options={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
        onChange={(event) => setOverlap(event.target.value as (typeof overlaps)[number])}
      />
    </Confirm>
  );
}

function Revoke({ app, onEnd }: { app: SmsApp; onEnd(): void }) {
  const { apps: words } = useTexts(appTexts);
  const { run, pending, error } = useChange('POST sms/apps/revoke', { changes: ['GET sms/apps'] });
  const revoke = async (): Promise<void> => {
    if ((await run({ body: { id: app.id } })) === null) return;
    onEnd();
    toast(words.revokedDone);
  };
  return (
    <Confirm
      open
      danger
      title={words.revokeTitle}
      yes={words.revoke}
      pending={pending}
      error={error}
      onYes={() => void revoke()}
      onClose={onEnd}
    >
      <p>{words.revokeWords}</p>
    </Confirm>
  );
}
