// Form that creates an API key: name, permissions, services, addresses and expiry. The defaults
// limit nothing.

import { useState } from 'react';
import { useChange, useErrorMessages, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Choices, Radio } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Field, Select, Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Key } from './key.ts';
import { keyMessages } from './messages.ts';

const scopes: readonly Key['scope'][] = ['full', 'no-refunds', 'read-only', 'listen'];
const ends = [30, 90, 180, 365];

function bodyOf(
  { name = '', scope, expires = '', allowFrom = '' }: Record<string, string>,
  chosen: ReadonlySet<string> | null,
) {
  const ranges = allowFrom.split(/[\s,;]+/).filter((range) => range !== '');
  return {
    name: name.trim(),
    scope: scopes.find((each) => each === scope) ?? 'full',
    services: chosen === null ? null : [...chosen],
    allowFrom: ranges.length === 0 ? null : ranges,
    expiresInDays: expires === '' ? null : Number(expires),
  };
}

export function NewKey({ onMade, onEnd }: { onMade(apiKey: string): void; onEnd(): void }) {
  const messages = useMessages(keyMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { run, pending, error } = useChange('POST keys', { changes: ['GET keys'] });
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [early, setEarly] = useState(false);
  const send = async (values: Record<string, string>): Promise<void> => {
    setEarly(chosen?.size === 0);
    if (chosen?.size === 0) return;
    const answer = await run({ body: bodyOf(values, chosen) });
    if (answer !== null) onMade(answer.apiKey);
  };
  const badRange = error?.fields.some(({ field }) => field.startsWith('allowFrom')) === true;
  return (
    <Drawer open title={messages.make} onClose={onEnd}>
      <Form error={error} onSend={(values) => void send(values)} className="stack stack-l">
        <Field
          name="name"
          label={messages.name}
          hint={messages.nameHint}
          maxLength={60}
          error={fieldMessageOf(error, 'name')}
          autoFocus
        />
        <ScopeChoice />
        <Choices legend={messages.services}>
          <Radio
            name="which"
            value="all"
            label={messages.allServices}
            checked={chosen === null}
            onChange={() => setChosen(null)}
          />
          <Radio
            name="which"
            value="some"
            label={messages.someServices}
            checked={chosen !== null}
            onChange={() => setChosen(new Set())}
          />
        </Choices>
        {chosen === null ? null : <ServiceChoice chosen={chosen} onChange={setChosen} />}
        {early ? (
          <Notice tone="bad" live>
            {messages.chooseService}
          </Notice>
        ) : null}
        <Textarea
          name="allowFrom"
          label={messages.addresses}
          optional={messages.optional}
          hint={messages.addressesHint}
          error={badRange ? messages.addressesWrong : undefined}
          rows={3}
          spellCheck={false}
        />
        <Select
          name="expires"
          label={messages.expires}
          options={[
            { value: '', label: messages.never },
            ...ends.map((days) => ({ value: String(days), label: messages.inDays(days) })),
          ]}
        />
        <Button type="submit" variant="primary" icon="key" wide pending={pending}>
          {messages.make}
        </Button>
      </Form>
    </Drawer>
  );
}

function ScopeChoice() {
  const messages = useMessages(keyMessages);
  return (
    <Choices legend={messages.scope}>
      {scopes.map((scope) => (
        <Radio
          key={scope}
          name="scope"
          value={scope}
          label={messages.scopes[scope]}
          hint={messages.scopeHints[scope]}
          defaultChecked={scope === 'full'}
        />
      ))}
    </Choices>
  );
}

/** Services that are active for the account. */
function ServiceChoice({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}) {
  const messages = useMessages(keyMessages);
  const services = useRead('GET services', {});
  const set = (code: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(code);
    else next.delete(code);
    onChange(next);
  };
  return (
    <Loaded read={services}>
      {({ services: all }) => (
        <Choices legend={messages.someServices}>
          {all
            .filter(({ active }) => active)
            .map(({ code, name }) => (
              <Checkbox
                key={code}
                label={name}
                hint={code}
                checked={chosen.has(code)}
                onChange={(event) => set(code, event.target.checked)}
              />
            ))}
        </Choices>
      )}
    </Loaded>
  );
}
