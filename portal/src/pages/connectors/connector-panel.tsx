// How is one way to a provider? Who uses it, what is under way on it, a trial, and its switch.

import { useState } from 'react';
import { useMay } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { Button, ButtonLink, Buttons } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { ConnectorState } from './connector-state.tsx';
import type { Connector } from './standing.ts';
import { SwitchRoute } from './switch-route.tsx';
import { connectorsTexts } from './texts.ts';
import { Trial } from './trial.tsx';

export function ConnectorPanel({ connector, onClose }: { connector: Connector; onClose(): void }) {
  const words = useTexts(connectorsTexts);
  const { number } = useFormat();
  const mayTry = useMay('POST operator/connectors/try');
  const maySwitch = useMay('POST operator/connectors/switch');
  const [switching, setSwitching] = useState(false);
  const { kind, name, off, usable, usedBy, uses, lane, binds } = connector;
  const users =
    uses === 0 ? words.unused : [...usedBy, ...(uses > usedBy.length ? [words.more(number(uses - usedBy.length))] : [])].join(', ');
  return (
    <SidePanel title={name} onClose={onClose}>
      <div className="stack">
        {usable ? null : <Notice tone="bad">{words.unusableHint}</Notice>}
        <KeyValues
          items={[
            { label: words.state, value: <ConnectorState connector={connector} /> },
            { label: words.kind, value: words.kinds[kind] },
            { label: words.connector, value: <code>{connector.connector}</code> },
            { label: words.usedBy, value: users },
            { label: words.lane, value: lane === null ? null : words.laneWords(number(lane.active), number(lane.queued)) },
            { label: words.binds, value: kind === 'catalogue' ? null : <Binds binds={binds} /> },
          ]}
        />
        <Buttons>
          {maySwitch && kind === 'catalogue' ? (
            <Button look={off ? 'primary' : 'danger'} icon={off ? 'play' : 'pause'} onClick={() => setSwitching(true)}>
              {off ? words.switchOn : words.switchOff}
            </Button>
          ) : null}
          <ButtonLink icon="edit" to={kind === 'catalogue' ? '/catalogue?tab=drafts' : '/sms-routing?tab=drafts'}>
            {words.configure}
          </ButtonLink>
        </Buttons>
        {mayTry ? <Trial kind={kind} name={name} draft={null} /> : null}
        {switching ? <SwitchRoute name={name} off={!off} onEnd={() => setSwitching(false)} /> : null}
      </div>
    </SidePanel>
  );
}

function Binds({ binds }: { binds: Connector['binds'] }) {
  const words = useTexts(connectorsTexts);
  if (binds.length === 0) return words.noBinds;
  return (
    <ul className="plain-list">
      {binds.map(({ state, node, detail, at }, index) => (
        <li key={index}>
          {state in words.bindStates ? words.bindStates[state as keyof typeof words.bindStates] : state}
          {node === null ? '' : ` · ${node}`} · <When at={at} />
          {detail === null ? '' : ` · ${detail}`}
        </li>
      ))}
    </ul>
  );
}
