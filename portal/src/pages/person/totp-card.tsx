// Is an authenticator app set up, and how is that changed?

import { useState } from 'react';
import { useChange, useMe, useSession } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { personTexts } from './texts.ts';
import { TotpSetUp } from './totp-set-up.tsx';

export function TotpCard() {
  const { totp: words, recovery, security } = useTexts(personTexts);
  const { person } = useMe();
  const { renew } = useSession();
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const end = (): void => {
    setOpen(null);
    setCodes(null);
    void renew();
  };
  const done = (fresh: readonly string[] | null): void => {
    toast(words.done);
    if (fresh === null) end();
    else setCodes(fresh);
  };
  return (
    <Card
      title={words.title}
      lead={words.lead}
      actions={
        person.totp ? (
          <Badge tone="good">{security.yes}</Badge>
        ) : (
          <Badge tone="warn" icon="alert">
            {security.no}
          </Badge>
        )
      }
    >
      <div className="buttons">
        <Button look={person.totp ? 'plain' : 'primary'} icon="phone" onClick={() => setOpen('set-up')}>
          {person.totp ? words.replace : words.add}
        </Button>
        {person.totp ? (
          <Button look="quiet" onClick={() => setOpen('remove')}>
            {words.remove}
          </Button>
        ) : null}
      </div>
      <Dialog open={open === 'set-up'} onClose={end} title={codes === null ? words.title : recovery.shown} firm={codes !== null}>
        {codes === null ? <TotpSetUp onDone={done} /> : <RecoveryCodes codes={codes} onDone={end} />}
      </Dialog>
      <RemoveTotp open={open === 'remove'} onEnd={end} />
    </Card>
  );
}

function RemoveTotp({ open, onEnd }: { open: boolean; onEnd(): void }) {
  const { totp: words } = useTexts(personTexts);
  const { run, pending, error, reset } = useChange('POST totp/remove');
  const takeAway = async (): Promise<void> => {
    if ((await run({ body: {} })) === null) return;
    toast(words.removed);
    onEnd();
  };
  const leave = (): void => {
    reset();
    onEnd();
  };
  return (
    <Confirm
      open={open}
      title={words.removeTitle}
      yes={words.remove}
      danger
      pending={pending}
      error={error}
      onYes={() => void takeAway()}
      onClose={leave}
    >
      <p>{words.removeWords}</p>
    </Confirm>
  );
}
