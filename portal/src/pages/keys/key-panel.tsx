// What may this key do, and how is it shown again, rolled or revoked?

import { useState } from 'react';
import { useChange, useMay, useMe } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { keyTones, type Key } from './key.ts';
import { keyTexts } from './texts.ts';

const overlaps = ['0', '1', '24', '168', '720'] as const;

export function KeyPanel({ of: key, onMade, onClose }: { of: Key; onMade(apiKey: string): void; onClose(): void }) {
  const words = useTexts(keyTexts);
  const { mode } = useMe();
  const may = useMay('POST keys/roll');
  const [asking, setAsking] = useState<'roll' | 'revoke' | null>(null);
  const works = key.state === 'active' || key.state === 'ending';
  const actions = (
    <>
      {key.state === 'active' ? (
        <Button icon="refresh" onClick={() => setAsking('roll')}>
          {words.roll}
        </Button>
      ) : null}
      <Button look="danger" onClick={() => setAsking('revoke')}>
        {words.revoke}
      </Button>
    </>
  );
  return (
    <SidePanel title={key.name === '' ? key.keyId : key.name} onClose={onClose} {...(may && works ? { actions } : {})}>
      <div className="stack stack-l">
        <KeyValues
          items={[
            { label: words.id, value: <code>{`${key.keyId}…${key.lastFour}`}</code> },
            { label: words.state, value: <Badge tone={keyTones[key.state]}>{words.states[key.state]}</Badge> },
            { label: words.scope, value: `${words.scopes[key.scope]} – ${words.scopeHints[key.scope]}` },
            { label: words.services, value: key.services === null ? words.allServices : key.services.join(', ') },
            { label: words.addresses, value: key.allowFrom === null ? words.anyAddress : key.allowFrom.join(', ') },
            { label: words.created, value: <When at={key.createdAt} show="both" /> },
            { label: words.expires, value: key.expiresAt === null ? words.never : <When at={key.expiresAt} show="both" /> },
            { label: words.used, value: key.usedAt === null ? words.unused : <When at={key.usedAt} show="both" /> },
            { label: words.replacedBy, value: key.replacedBy === null ? null : <code>{key.replacedBy}</code> },
          ]}
        />
        {mode === 'sandbox' && works ? <ShownAgain id={key.id} label={key.keyId} /> : null}
      </div>
      {asking === 'roll' ? <Roll of={key} onMade={onMade} onEnd={() => setAsking(null)} /> : null}
      {asking === 'revoke' ? <Revoke of={key} onEnd={() => setAsking(null)} /> : null}
    </SidePanel>
  );
}

function ShownAgain({ id, label }: { id: number; label: string }) {
  const words = useTexts(keyTexts);
  const { run, pending, error } = useChange('POST keys/show');
  const [shown, setShown] = useState<string | null>(null);
  if (shown !== null) return <CodeBlock label={label} text={shown} />;
  const show = async (): Promise<void> => setShown((await run({ body: { id } }))?.apiKey ?? null);
  return (
    <div className="stack stack-s">
      <Notice>{words.showHint}</Notice>
      {error === null ? null : <ErrorState error={error} />}
      <div className="buttons">
        <Button icon="eye" pending={pending} onClick={() => void show()}>
          {words.show}
        </Button>
      </div>
    </div>
  );
}

const nameOf = ({ name, keyId }: Key): string => (name === '' ? keyId : name);

function Roll({ of: key, onMade, onEnd }: { of: Key; onMade(apiKey: string): void; onEnd(): void }) {
  const words = useTexts(keyTexts);
  const { run, pending, error } = useChange('POST keys/roll', { changes: ['GET keys'] });
  const [overlap, setOverlap] = useState('24');
  const roll = async (): Promise<void> => {
    const answer = await run({ body: { id: key.id, overlapHours: Number(overlap) } });
    if (answer === null) return;
    onEnd();
    onMade(answer.apiKey);
  };
  return (
    <Confirm
      open
      title={words.rollTitle(nameOf(key))}
      yes={words.roll}
      pending={pending}
      error={error}
      onYes={() => void roll()}
      onClose={onEnd}
    >
      <p>{words.rollWords}</p>
      <Select
        label={words.overlap}
        value={overlap}
        options={overlaps.map((value) => ({ value, label: words.overlaps[value] }))}
        onChange={(event) => setOverlap(event.target.value)}
      />
    </Confirm>
  );
}

function Revoke({ of: key, onEnd }: { of: Key; onEnd(): void }) {
  const words = useTexts(keyTexts);
  const { run, pending, error } = useChange('POST keys/revoke', { changes: ['GET keys'] });
  const revoke = async (): Promise<void> => {
    if ((await run({ body: { id: key.id } })) === null) return;
    onEnd();
    toast(words.revoked);
  };
  return (
    <Confirm
      open
      title={words.revokeTitle(nameOf(key))}
      yes={words.revoke}
      danger
      pending={pending}
      error={error}
      onYes={() => void revoke()}
      onClose={onEnd}
    >
      <p>{words.revokeWords}</p>
    </Confirm>
  );
}
