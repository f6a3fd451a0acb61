// Panel of one application: how it sends, and how its key is changed or revoked.

import { defined } from '@jokko/contract/defined';
import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Select } from '../../ui/field.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { appMessages } from './app-messages.ts';
import { AppSettings } from './app-settings.tsx';
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
  const messages = useMessages(appMessages.apps);
  const may = useMay('POST sms/apps/rotate');
  const works = app.revokedAt === null;
  const actions = (
    <>
      <Rotate app={app} onMade={onMade} />
      <Revoke app={app} />
    </>
  );
  return (
    <SidePanel
      title={app.name === '' ? app.appId : app.name}
      onClose={onClose}
      {...defined({ actions: may && works ? actions : undefined })}
    >
      <div className="stack stack-l">
        <KeyValues
          items={[
            { label: messages.id, value: <code>{`${app.appId}…${app.lastFour}`}</code> },
            {
              label: messages.state,
              value: works ? (
                <Badge tone="good">{messages.active}</Badge>
              ) : (
                <Badge tone="bad">{messages.revoked}</Badge>
              ),
            },
            { label: messages.created, value: <When at={app.createdAt} show="both" /> },
            {
              label: messages.revoked,
              value: app.revokedAt === null ? null : <When at={app.revokedAt} show="both" />,
            },
            {
              label: messages.oldKey,
              value: app.oldKeyUntil === null ? null : <When at={app.oldKeyUntil} show="both" />,
            },
          ]}
        />
        <AppSettings app={app} editable={may && works} />
      </div>
    </SidePanel>
  );
}

function Rotate({
  app,
  onMade,
}: {
  app: SmsApp;
  onMade(made: { appId: string; appKey: string }): void;
}) {
  const messages = useMessages(appMessages.apps);
  return (
    <Action
      route="POST sms/apps/rotate"
      body={({ overlap }) => ({ id: app.id, overlapHours: Number(overlap) })}
      changes={['GET sms/apps']}
      label={messages.rotate}
      icon="refresh"
      ask={{
        title: messages.rotateTitle,
        fields: () => (
          <Select
            name="overlap"
            label={messages.overlap}
            defaultValue="24"
            options={optionsOf(overlaps, messages.overlaps)}
          />
        ),
      }}
      done={onMade}
    />
  );
}

function Revoke({ app }: { app: SmsApp }) {
  const messages = useMessages(appMessages.apps);
  return (
    <Action
      route="POST sms/apps/revoke"
      body={{ id: app.id }}
      changes={['GET sms/apps']}
      label={messages.revoke}
      variant="danger"
      ask={{
        title: messages.revokeTitle,
        children: <p>{messages.revokeBody}</p>,
        danger: true,
      }}
      done={messages.revokedDone}
    />
  );
}
