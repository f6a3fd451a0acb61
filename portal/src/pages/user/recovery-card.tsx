// Shows how many recovery codes are left, and generates new ones.

import { useState } from 'react';
import { useMe, useSession } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { userMessages } from './messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const fewCodes = 3;

export function RecoveryCard() {
  const messages = useMessages(userMessages.recovery);
  const { user } = useMe();
  const { renew } = useSession();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Without a second factor there is nothing to recover from.
  if (!user.totp && user.passkeys === 0) return null;
  const end = (): void => {
    setCodes(null);
    void renew();
  };
  return (
    <Card
      title={messages.title}
      lead={messages.lead}
      actions={
        <Badge tone={user.recoveryCodesLeft < fewCodes ? 'warn' : 'neutral'}>
          {messages.left(user.recoveryCodesLeft)}
        </Badge>
      }
    >
      <Action
        route="POST recovery-codes"
        body={{}}
        label={messages.renew}
        ask={{ title: messages.renewTitle, children: <p>{messages.renewBody}</p> }}
        done={({ recoveryCodes }) => setCodes(recoveryCodes)}
      />
      <Dialog open={codes !== null} title={messages.shown} onClose={end} firm>
        <RecoveryCodes codes={codes ?? []} onDone={end} />
      </Dialog>
    </Card>
  );
}
