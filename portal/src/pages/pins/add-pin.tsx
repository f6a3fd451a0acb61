// Form that registers a pin: typed, or taken from what the server presents right now.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { pinMessages } from './messages.ts';

export function AddPin({ onEnd }: { onEnd(): void }) {
  const messages = useMessages(pinMessages);
  const [host, setHost] = useState('');
  const [pin, setPin] = useState('');
  const [presented, setPresented] = useState<RouteAnswer<'POST pins/probe'> | null>(null);
  const probe = useChange('POST pins/probe');
  const save = useChange('POST pins', { changes: ['GET pins'] });
  const isWrong = (field: string): boolean =>
    save.error?.fields.some((fault) => fault.field === field) === true;
  const hostIsWrong = isWrong('host') || probe.error?.code === 'invalid';
  const look = async (): Promise<void> => {
    setPresented(null);
    setPresented(await probe.run({ body: { host: host.trim() } }));
  };
  const send = async (label: string): Promise<void> => {
    if ((await save.run({ body: { host: host.trim(), pin: pin.trim(), label } })) === null) return;
    onEnd();
    toast(messages.saved);
  };
  const other = save.error ?? (probe.error?.code === 'invalid' ? null : probe.error);
  return (
    <Drawer open title={messages.add} onClose={onEnd}>
      <Form
        error={save.error?.code === 'conflict' ? null : other}
        onSend={(values) => void send(values['label'] ?? '')}
      >
        {save.error?.code === 'conflict' ? (
          <Notice tone="bad" live>
            {messages.full}
          </Notice>
        ) : null}
        <Field
          label={messages.host}
          hint={messages.hostHint}
          value={host}
          onChange={(event) => setHost(event.target.value)}
          error={hostIsWrong ? messages.hostWrong : undefined}
          spellCheck={false}
          required
          autoFocus
        />
        <div className="buttons">
          <Button icon="search" pending={probe.pending} onClick={() => void look()}>
            {messages.look}
          </Button>
        </div>
        {presented === null ? null : (
          <Presented of={presented} onTake={() => setPin(presented.pin)} />
        )}
        <Field
          label={messages.pin}
          hint={messages.pinHint}
          value={pin}
          onChange={(event) => setPin(event.target.value)}
          error={isWrong('pin') ? messages.pinWrong : undefined}
          spellCheck={false}
          required
        />
        <Field
          name="label"
          label={messages.label}
          hint={messages.labelHint}
          optional={messages.optional}
          maxLength={60}
        />
        <Button type="submit" variant="primary" wide pending={save.pending}>
          {messages.save}
        </Button>
      </Form>
    </Drawer>
  );
}

function Presented({ of, onTake }: { of: RouteAnswer<'POST pins/probe'>; onTake(): void }) {
  const messages = useMessages(pinMessages);
  const [own] = of.chain;
  return (
    <div className="stack stack-s">
      <Notice tone={of.problem === null ? 'good' : 'bad'} title={messages.presented} live>
        {of.problem === null ? messages.passed : messages.failed(of.problem)}
      </Notice>
      <KeyValues
        items={[
          { label: messages.address, value: `${of.address} · ${of.tlsVersion}` },
          { label: messages.key, value: of.keyType },
          { label: messages.certificate, value: own?.subject },
          { label: messages.issuer, value: own?.issuer },
          {
            label: messages.expires,
            value: own === undefined ? null : <When at={own.expiresAt} show="both" />,
          },
          { label: messages.pin, value: <code>{of.pin}</code> },
        ]}
      />
      <div className="buttons">
        <Button small onClick={onTake}>
          {messages.take}
        </Button>
      </div>
    </div>
  );
}
