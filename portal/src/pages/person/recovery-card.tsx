// How many recovery codes are left, and how are new ones made?

import { useState } from 'react';
import { useChange, useMe, useSession } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { personTexts } from './texts.ts';

const fewCodes = 3;

export function RecoveryCard() {
  const { recovery: words } = useTexts(personTexts);
  const { person } = useMe();
  const { renew } = useSession();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = useChange('POST recovery-codes');
  // Without a second factor there is nothing to recover from.
  if (!person.totp && person.passkeys === 0) return null;
  const makeNew = async (): Promise<void> => {
    const answer = await make.run({ body: {} });
    if (answer === null) return;
    setAsking(false);
    setCodes(answer.recoveryCodes);
  };
  const end = (): void => {
    setCodes(null);
    void renew();
  };
  return (
    <Card
      title={words.title}
      lead={words.lead}
      actions={<Badge tone={person.recoveryCodesLeft < fewCodes ? 'warn' : 'neutral'}>{words.left(person.recoveryCodesLeft)}</Badge>}
    >
      <Button onClick={() => setAsking(true)}>{words.renew}</Button>
      <Confirm
        open={asking}
        title={words.renewTitle}
        yes={words.renew}
        pending={make.pending}
        error={make.error}
        onYes={() => void makeNew()}
        onClose={() => setAsking(false)}
      >
        <p>{words.renewWords}</p>
      </Confirm>
      <Dialog open={codes !== null} title={words.shown} onClose={end} firm>
        <RecoveryCodes codes={codes ?? []} onDone={end} />
      </Dialog>
    </Card>
  );
}
