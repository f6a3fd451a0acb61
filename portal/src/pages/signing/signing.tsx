// With which secrets are requests and callbacks signed, and how are they changed?

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useLive, useMay, useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { NeedsSecondFactor } from '../../layout/needs-second-factor.tsx';
import { Page } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { FinishRotation, RotateHmac, RotateWebhook, SwitchHmac } from './changes.tsx';
import { ShowWebhook } from './show-webhook.tsx';
import { signingTexts } from './texts.ts';

type Signing = RouteAnswer<'GET signing'>;
type Asking = 'webhook' | 'rotate' | 'on' | 'off' | 'finish' | null;

export default function SigningPage() {
  const words = useTexts(signingTexts);
  const signing = useRead('GET signing', {});
  useLive(['account'], ['GET signing']);
  const may = useMay('POST signing/webhook/rotate');
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const end = (made: string | null): void => {
    setAsking(null);
    setSecret(made);
  };
  return (
    <Page title={words.title} lead={words.lead}>
      <NeedsSecondFactor />
      <Loaded read={signing}>
        {(state) => (
          <>
            <WebhookCard state={state} onRotate={may ? () => setAsking('webhook') : null} />
            <HmacCard state={state} onAsk={may ? setAsking : null} />
          </>
        )}
      </Loaded>
      {asking === 'webhook' ? <RotateWebhook onEnd={end} /> : null}
      {asking === 'rotate' ? <RotateHmac onEnd={end} /> : null}
      {asking === 'on' || asking === 'off' ? <SwitchHmac on={asking === 'on'} onEnd={end} /> : null}
      {asking === 'finish' ? <FinishRotation onEnd={end} /> : null}
      {secret === null ? null : (
        <Dialog
          open
          firm
          title={words.secretTitle}
          onClose={() => setSecret(null)}
          actions={
            <Button look="primary" onClick={() => setSecret(null)}>
              {words.kept}
            </Button>
          }
        >
          <SecretOnce label={words.secret} secret={secret} />
        </Dialog>
      )}
    </Page>
  );
}

function WebhookCard({ state: { webhookPreviousUntil: until }, onRotate }: { state: Signing; onRotate: (() => void) | null }) {
  const words = useTexts(signingTexts);
  return (
    <Card
      title={words.webhook}
      lead={words.webhookLead}
      actions={
        onRotate === null ? null : (
          <Button icon="refresh" onClick={onRotate}>
            {words.rotate}
          </Button>
        )
      }
    >
      {until === null ? null : (
        <Notice>
          {words.webhookOld} <When at={until} show="exact" />
        </Notice>
      )}
      {onRotate === null ? null : <ShowWebhook />}
    </Card>
  );
}

function HmacCard({ state: { hmac, secrets }, onAsk }: { state: Signing; onAsk: ((asking: Asking) => void) | null }) {
  const words = useTexts(signingTexts);
  return (
    <Card
      flush={hmac}
      title={words.hmac}
      lead={words.hmacLead}
      actions={<Badge tone={hmac ? 'good' : 'neutral'}>{hmac ? words.on : words.off}</Badge>}
    >
      {hmac ? (
        <DataTable
          id="hmac-secrets"
          caption={words.caption}
          rows={secrets}
          rowKey={({ id }) => String(id)}
          empty={null}
          columns={[
            { key: 'secret', header: words.secret, cell: ({ id }) => `#${id}` },
            { key: 'created', header: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
            {
              key: 'used',
              header: words.firstUsed,
              cell: ({ firstUsedAt }) => (firstUsedAt === null ? words.unused : <When at={firstUsedAt} />),
            },
            { key: 'signs', header: words.signs, cell: ({ signsCallbacks }) => (signsCallbacks ? words.yes : words.no) },
            { key: 'ends', header: words.ends, cell: ({ endsAt }) => (endsAt === null ? words.never : <When at={endsAt} />) },
          ]}
          actions={onAsk === null ? null : <HmacActions rotating={secrets.length > 1} onAsk={onAsk} />}
        />
      ) : onAsk === null ? null : (
        <div className="buttons">
          <Button icon="lock" onClick={() => onAsk('on')}>
            {words.turnOn}
          </Button>
        </div>
      )}
    </Card>
  );
}

function HmacActions({ rotating, onAsk }: { rotating: boolean; onAsk(asking: Asking): void }) {
  const words = useTexts(signingTexts);
  return (
    <>
      {rotating ? (
        <Button small onClick={() => onAsk('finish')}>
          {words.finish}
        </Button>
      ) : null}
      <Button small icon="refresh" onClick={() => onAsk('rotate')}>
        {words.rotate}
      </Button>
      <Button small look="danger" onClick={() => onAsk('off')}>
        {words.turnOff}
      </Button>
    </>
  );
}
