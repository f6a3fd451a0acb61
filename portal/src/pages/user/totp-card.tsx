// Shows whether an authenticator app is set up, and changes it.

import { useState } from 'react';
import { useMe, useSession } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { userMessages } from './messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetUp } from './totp-set-up.tsx';

export function TotpCard() {
  const { totp: messages, recovery, security } = useMessages(userMessages);
  const { user } = useMe();
  const { renew } = useSession();
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const end = (): void => {
    setOpen(false);
    setCodes(null);
    void renew();
  };
  const done = (fresh: readonly string[] | null): void => {
    toast(messages.done);
    if (fresh === null) end();
    else setCodes(fresh);
  };
  return (
    <Card
      title={messages.title}
      lead={messages.lead}
      actions={
        user.totp ? (
          <Badge tone="good">{security.yes}</Badge>
        ) : (
          <Badge tone="warn" icon="alert">
            {security.no}
          </Badge>
        )
      }
    >
      <div className="buttons">
        <Button
          variant={user.totp ? 'plain' : 'primary'}
          icon="phone"
          onClick={() => setOpen(true)}
        >
          {user.totp ? messages.replace : messages.add}
        </Button>
        {user.totp ? <RemoveTotp onEnd={end} /> : null}
      </div>
      <Dialog
        open={open}
        onClose={end}
        title={codes === null ? messages.title : recovery.shown}
        firm={codes !== null}
      >
        {codes === null ? (
          <TotpSetUp onDone={done} />
        ) : (
          <RecoveryCodes codes={codes} onDone={end} />
        )}
      </Dialog>
    </Card>
  );
}

function RemoveTotp({ onEnd }: { onEnd(): void }) {
  const messages = useMessages(userMessages.totp);
  return (
    <Action
      route="POST totp/remove"
      body={{}}
      label={messages.remove}
      variant="quiet"
      ask={{
        title: messages.removeTitle,
        children: <p>{messages.removeBody}</p>,
        danger: true,
      }}
      done={() => {
        toast(messages.removed);
        onEnd();
      }}
    />
  );
}
