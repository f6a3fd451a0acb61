// Panel of one API key: its permissions, and showing it again, rotating or revoking it.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useChange, useMay, useMe } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { ErrorState } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import type { Key } from './key.ts';
import { PayoutLimit } from './payout-limit.tsx';
import { keyMessages } from './messages.ts';

/** A key of another scope makes no payouts. */
const pays = ({ scope }: Key): boolean => scope === 'full' || scope === 'no-refunds';

const overlaps = ['0', '1', '24', '168', '720'] as const;

export function KeyPanel({
  of: key,
  onMade,
  onClose,
}: {
  of: Key;
  onMade(apiKey: string): void;
  onClose(): void;
}) {
  const messages = useMessages(keyMessages);
  const { mode } = useMe();
  const may = useMay('POST keys/roll');
  const works = key.state === 'active' || key.state === 'ending';
  const actions = (
    <>
      {key.state === 'active' ? <Roll of={key} onMade={onMade} /> : null}
      <Revoke of={key} />
    </>
  );
  return (
    <SidePanel
      title={key.name === '' ? key.keyId : key.name}
      onClose={onClose}
      {...defined({ actions: may && works ? actions : undefined })}
    >
      <div className="stack stack-l">
        <KeyValues
          items={[
            { label: messages.id, value: <code>{`${key.keyId}…${key.lastFour}`}</code> },
            {
              label: messages.state,
              value: <Badge tone={stateTones.key[key.state]}>{messages.states[key.state]}</Badge>,
            },
            {
              label: messages.scope,
              value: `${messages.scopes[key.scope]} – ${messages.scopeHints[key.scope]}`,
            },
            {
              label: messages.services,
              value: key.services === null ? messages.allServices : key.services.join(', '),
            },
            {
              label: messages.addresses,
              value: key.allowFrom === null ? messages.anyAddress : key.allowFrom.join(', '),
            },
            { label: messages.created, value: <When at={key.createdAt} show="both" /> },
            {
              label: messages.expires,
              value:
                key.expiresAt === null ? messages.never : <When at={key.expiresAt} show="both" />,
            },
            {
              label: messages.used,
              value: key.usedAt === null ? messages.unused : <When at={key.usedAt} show="both" />,
            },
            {
              label: messages.replacedBy,
              value: key.replacedBy === null ? null : <code>{key.replacedBy}</code>,
            },
          ]}
        />
        {works && pays(key) ? <PayoutLimit of={key} /> : null}
        {mode === 'sandbox' && works ? <ShownAgain id={key.id} label={key.keyId} /> : null}
      </div>
    </SidePanel>
  );
}

function ShownAgain({ id, label }: { id: number; label: string }) {
  const messages = useMessages(keyMessages);
  const { run, pending, error } = useChange('POST keys/show');
  const [shown, setShown] = useState<string | null>(null);
  if (shown !== null) return <CodeBlock label={label} text={shown} />;
  const show = async (): Promise<void> => setShown((await run({ body: { id } }))?.apiKey ?? null);
  return (
    <div className="stack stack-s">
      <Notice>{messages.showHint}</Notice>
      {error === null ? null : <ErrorState error={error} />}
      <div className="buttons">
        <Button icon="eye" pending={pending} onClick={() => void show()}>
          {messages.show}
        </Button>
      </div>
    </div>
  );
}

const nameOf = ({ name, keyId }: Key): string => (name === '' ? keyId : name);

function Roll({ of: key, onMade }: { of: Key; onMade(apiKey: string): void }) {
  const messages = useMessages(keyMessages);
  return (
    <Action
      route="POST keys/roll"
      body={({ overlap }) => ({ id: key.id, overlapHours: Number(overlap) })}
      changes={['GET keys']}
      label={messages.roll}
      icon="refresh"
      ask={{
        title: messages.rollTitle(nameOf(key)),
        children: <p>{messages.rollBody}</p>,
        fields: () => (
          <Select
            name="overlap"
            label={messages.overlap}
            defaultValue="24"
            options={overlaps.map((value) => ({ value, label: messages.overlaps[value] }))}
          />
        ),
      }}
      done={({ apiKey }) => onMade(apiKey)}
    />
  );
}

function Revoke({ of: key }: { of: Key }) {
  const messages = useMessages(keyMessages);
  return (
    <Action
      route="POST keys/revoke"
      body={{ id: key.id }}
      changes={['GET keys']}
      label={messages.revoke}
      variant="danger"
      ask={{
        title: messages.revokeTitle(nameOf(key)),
        children: <p>{messages.revokeBody}</p>,
        danger: true,
      }}
      done={messages.revoked}
    />
  );
}
