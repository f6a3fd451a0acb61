// How is a pin registered? Typed, or taken from what the server presents right now.

import { useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { pinTexts } from './texts.ts';

export function AddPin({ onEnd }: { onEnd(): void }) {
  const words = useTexts(pinTexts);
  const [host, setHost] = useState('');
  const [pin, setPin] = useState('');
  const [presented, setPresented] = useState<RouteAnswer<'POST pins/probe'> | null>(null);
  const probe = useChange('POST pins/probe');
  const save = useChange('POST pins', { changes: ['GET pins'] });
  const isWrong = (field: string): boolean => save.error?.fields.some((fault) => fault.field === field) === true;
  const hostIsWrong = isWrong('host') || probe.error?.code === 'invalid';
  const look = async (): Promise<void> => {
    setPresented(null);
    setPresented(await probe.run({ body: { host: host.trim() } }));
  };
  const send = async (label: string): Promise<void> => {
    if ((await save.run({ body: { host: host.trim(), pin: pin.trim(), label } })) === null) return;
    onEnd();
    toast(words.saved);
  };
  const other = save.error ?? (probe.error?.code === 'invalid' ? null : probe.error);
  return (
    <Drawer open title={words.add} onClose={onEnd}>
      <Form error={save.error?.code === 'conflict' ? null : other} onSend={(values) => void send(values['label'] ?? '')}>
        {save.error?.code === 'conflict' ? (
          <Notice tone="bad" live>
            {words.full}
          </Notice>
        ) : null}
        <Field
          label={words.host}
          hint={words.hostHint}
          value={host}
          onChange={(event) => setHost(event.target.value)}
          error={hostIsWrong ? words.hostWrong : undefined}
          spellCheck={false}
          required
          autoFocus
        />
        <div className="buttons">
          <Button icon="search" pending={probe.pending} onClick={() => void look()}>
            {words.look}
          </Button>
        </div>
        {presented === null ? null : <Presented of={presented} onTake={() => setPin(presented.pin)} />}
        <Field
          label={words.pin}
          hint={words.pinHint}
          value={pin}
          onChange={(event) => setPin(event.target.value)}
          error={isWrong('pin') ? words.pinWrong : undefined}
          spellCheck={false}
          required
        />
        <Field name="label" label={words.label} hint={words.labelHint} optional={words.optional} maxLength={60} />
        <Button type="submit" look="primary" wide pending={save.pending}>
          {words.save}
        </Button>
      </Form>
    </Drawer>
  );
}

function Presented({ of, onTake }: { of: RouteAnswer<'POST pins/probe'>; onTake(): void }) {
  const words = useTexts(pinTexts);
  const [own] = of.chain;
  return (
    <div className="stack stack-s">
      <Notice tone={of.problem === null ? 'good' : 'bad'} title={words.presented} live>
        {of.problem === null ? words.passed : words.failed(of.problem)}
      </Notice>
      <KeyValues
        items={[
          { label: words.address, value: `${of.address} · ${of.tlsVersion}` },
          { label: words.key, value: of.keyType },
          { label: words.certificate, value: own?.subject },
          { label: words.issuer, value: own?.issuer },
          { label: words.expires, value: own === undefined ? null : <When at={own.expiresAt} show="both" /> },
          { label: words.pin, value: <code>{of.pin}</code> },
        ]}
      />
      <div className="buttons">
        <Button small onClick={onTake}>
          {words.take}
        </Button>
      </div>
    </div>
  );
}
