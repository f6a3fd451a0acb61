// Page of the secrets that sign requests and callbacks, and their changes.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRealtime, useMay, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { NeedsSecondFactor } from '../../layout/needs-second-factor.tsx';
import { Page } from '../../layout/page.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SecretOnce } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { FinishRotation, RotateHmac, RotateWebhook, TurnOffHmac, TurnOnHmac } from './changes.tsx';
import { signingMessages } from './messages.ts';
import { ShowWebhook } from './show-webhook.tsx';

type Signing = RouteAnswer<'GET signing'>;

export default function SigningPage() {
  const messages = useMessages(signingMessages);
  const signing = useRead('GET signing', {});
  useRealtime(['account'], ['GET signing']);
  const may = useMay('POST signing/hmac/rotate');
  const mayShow = useMay('POST signing/webhook/show');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <NeedsSecondFactor />
      <Loaded read={signing}>
        {(state) => (
          <>
            <WebhookCard state={state} may={mayShow} onMade={setSecret} />
            <HmacCard state={state} may={may} onMade={setSecret} />
          </>
        )}
      </Loaded>
      {secret === null ? null : (
        <Dialog
          open
          firm
          title={messages.secretTitle}
          onClose={() => setSecret(null)}
          actions={
            <Button variant="primary" onClick={() => setSecret(null)}>
              {messages.kept}
            </Button>
          }
        >
          <SecretOnce label={messages.secret} secret={secret} />
        </Dialog>
      )}
    </Page>
  );
}

interface CardProps {
  state: Signing;
  may: boolean;
  onMade(secret: string | null): void;
}

function WebhookCard({ state: { webhookPreviousUntil: until }, may, onMade }: CardProps) {
  const messages = useMessages(signingMessages);
  return (
    <Card
      title={messages.webhook}
      lead={messages.webhookLead}
      actions={<RotateWebhook onMade={onMade} />}
    >
      {until === null ? null : (
        <Notice>
          {messages.webhookOld} <When at={until} show="exact" />
        </Notice>
      )}
      {may ? <ShowWebhook /> : <p className="soft">{messages.locked}</p>}
    </Card>
  );
}

function HmacCard({ state: { hmac, secrets }, may, onMade }: CardProps) {
  const messages = useMessages(signingMessages);
  return (
    <Card
      flush={hmac}
      title={messages.hmac}
      lead={messages.hmacLead}
      actions={<Badge tone={hmac ? 'good' : 'neutral'}>{hmac ? messages.on : messages.off}</Badge>}
    >
      {hmac ? (
        <DataTable
          id="hmac-secrets"
          caption={messages.caption}
          rows={secrets}
          rowKey={({ id }) => String(id)}
          empty={null}
          columns={[
            { key: 'secret', header: messages.secret, cell: ({ id }) => `#${id}` },
            {
              key: 'created',
              header: messages.created,
              cell: ({ createdAt }) => <When at={createdAt} />,
            },
            {
              key: 'used',
              header: messages.firstUsed,
              cell: ({ firstUsedAt }) =>
                firstUsedAt === null ? messages.unused : <When at={firstUsedAt} />,
            },
            {
              key: 'signs',
              header: messages.signs,
              cell: ({ signsCallbacks }) => (signsCallbacks ? messages.yes : messages.no),
            },
            {
              key: 'ends',
              header: messages.ends,
              cell: ({ endsAt }) => (endsAt === null ? messages.never : <When at={endsAt} />),
            },
          ]}
          actions={
            may ? (
              <>
                {secrets.length > 1 ? <FinishRotation /> : null}
                <RotateHmac onMade={onMade} />
                <TurnOffHmac />
              </>
            ) : null
          }
        />
      ) : (
        <div className="buttons">
          {may ? <TurnOnHmac onMade={onMade} /> : <p className="soft">{messages.lockedHmac}</p>}
        </div>
      )}
    </Card>
  );
}
