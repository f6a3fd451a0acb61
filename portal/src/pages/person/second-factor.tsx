// How does a person who needs a second factor get one, before entering? An app or a passkey, then the recovery codes.

import { useState } from 'react';
import { useErrorWords, useSession } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { StepUp } from '../../layout/step-up.tsx';
import { navigate } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { wantedPage } from '../sign-in/arrive.ts';
import { useAddPasskey } from './add-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { personTexts } from './texts.ts';
import { TotpSetUp } from './totp-set-up.tsx';
import './person.css';

export default function SecondFactor() {
  const { setUp: words, recovery } = useTexts(personTexts);
  const { renew, signOut } = useSession();
  const [way, setWay] = useState<'choice' | 'app'>('choice');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const enter = async (): Promise<void> => {
    await renew({ fresh: true });
    navigate(wantedPage(), { replace: true });
  };
  const done = (fresh: readonly string[] | null): void => (fresh === null ? void enter() : setCodes(fresh));
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
      title={way === 'app' ? words.app : words.title}
      lead={way === 'app' ? undefined : words.lead}
      below={
        <div className="buttons">
          {way === 'choice' ? null : (
            <Button look="quiet" small onClick={() => setWay('choice')}>
              {words.other}
            </Button>
          )}
          <Button look="quiet" small onClick={() => void leave()}>
            {words.leave}
          </Button>
        </div>
      }
    >
      {way === 'app' ? <TotpSetUp onDone={done} /> : <Choice onApp={() => setWay('app')} onDone={done} />}
      <StepUp />
    </BarePage>
  );
}

function Choice({ onApp, onDone }: { onApp(): void; onDone(codes: string[] | null): void }) {
  const { setUp: words } = useTexts(personTexts);
  const { say } = useErrorWords();
  const { add, error, pending } = useAddPasskey();
  const addPasskey = async (): Promise<void> => {
    const codes = await add(words.passkeyName);
    if (codes !== undefined) onDone(codes);
  };
  return (
    <div className="stack">
      {error === null ? null : (
        <Notice tone="bad" live>
          {say(error)}
        </Notice>
      )}
      <Way icon="phone" title={words.app} hint={words.appHint} onClick={onApp} />
      <Way icon="fingerprint" title={words.passkey} hint={words.passkeyHint} onClick={() => pending || void addPasskey()} />
    </div>
  );
}

function Way({ icon, title, hint, onClick }: { icon: IconName; title: string; hint: string; onClick(): void }) {
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
