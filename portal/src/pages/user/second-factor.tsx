// Sets up a second factor for a user who needs one before entering: an app or a passkey, then the
// recovery codes.

import { useState } from 'react';
import { useErrorMessages, useSession } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { StepUp } from '../../layout/step-up.tsx';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { wantedPage } from '../sign-in/arrive.ts';
import { useAddPasskey } from './add-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { userMessages } from './messages.ts';
import { TotpSetUp } from './totp-set-up.tsx';
import './user.css';

export default function SecondFactor() {
  const { setUp: messages, recovery } = useMessages(userMessages);
  const { renew, signOut } = useSession();
  const [way, setWay] = useState<'choice' | 'app'>('choice');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const enter = async (): Promise<void> => {
    await renew({ fresh: true });
    navigate(wantedPage(), { replace: true });
  };
  const done = (fresh: readonly string[] | null): void =>
    fresh === null ? void enter() : setCodes(fresh);
  const leave = async (): Promise<void> => {
    await signOut();
    navigate('/sign-in', { replace: true });
  };
  if (codes !== null) {
    return (
      <BarePage title={recovery.shown} lead={recovery.lead}>
        <RecoveryCodes codes={codes} onDone={() => void enter()} />
      </BarePage>
    );
  }
  return (
    <BarePage
      title={way === 'app' ? messages.app : messages.title}
      lead={way === 'app' ? undefined : messages.lead}
      below={
        <div className="buttons">
          {way === 'choice' ? null : (
            <Button variant="quiet" small onClick={() => setWay('choice')}>
              {messages.other}
            </Button>
          )}
          <Button variant="quiet" small onClick={() => void leave()}>
            {messages.leave}
          </Button>
        </div>
      }
    >
      {way === 'app' ? (
        <TotpSetUp onDone={done} />
      ) : (
        <Choice onApp={() => setWay('app')} onDone={done} />
      )}
      <StepUp />
    </BarePage>
  );
}

function Choice({ onApp, onDone }: { onApp(): void; onDone(codes: string[] | null): void }) {
  const messages = useMessages(userMessages.setUp);
  const { messageOf } = useErrorMessages();
  const { add, error, pending } = useAddPasskey();
  const addPasskey = async (): Promise<void> => {
    const codes = await add(messages.passkeyName);
    if (codes !== undefined) onDone(codes);
  };
  return (
    <div className="stack">
      {error === null ? null : (
        <Notice tone="bad" live>
          {messageOf(error)}
        </Notice>
      )}
      <Way icon="phone" title={messages.app} hint={messages.appHint} onClick={onApp} />
      <Way
        icon="fingerprint"
        title={messages.passkey}
        hint={messages.passkeyHint}
        onClick={() => pending || void addPasskey()}
      />
    </div>
  );
}

function Way({
  icon,
  title,
  hint,
  onClick,
}: {
  icon: IconName;
  title: string;
  hint: string;
  onClick(): void;
}) {
  return (
    <button type="button" className="way" onClick={onClick}>
      <span className="way-icon">
        <Icon name={icon} size={22} />
      </span>
      <span>
        <span className="way-title">{title}</span>
        <span className="way-hint">{hint}</span>
      </span>
      <Icon name="chevron-right" />
    </button>
  );
}
