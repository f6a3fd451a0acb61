// Panel of one provider connection: who uses it, what is in flight on it, a connection test, and
// its switch.

import { useMay } from '../../api/index.ts';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { ButtonLink, Buttons } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { Balance } from './balance.tsx';
import { ConnectorState } from './connector-state.tsx';
import { GoLive } from './go-live.tsx';
import { connectorsMessages } from './messages.ts';
import { ClosedRoute } from './open-route.tsx';
import type { Connector } from './standing.ts';
import { SwitchRoute } from './switch-route.tsx';
import { ConnectionTest } from './connection-test.tsx';

export function ConnectorPanel({ connector, onClose }: { connector: Connector; onClose(): void }) {
  const messages = useMessages(connectorsMessages);
  const { number } = useFormat();
  const mayTry = useMay('POST operator/connectors/test');
  const { kind, name, off, closedSince, usable, usedBy, uses, queue, expiries, binds, balance } =
    connector;
  const users =
    uses === 0
      ? messages.unused
      : [
          ...usedBy,
          ...(uses > usedBy.length ? [messages.more(number(uses - usedBy.length))] : []),
        ].join(', ');
  return (
    <SidePanel title={name} onClose={onClose}>
      <div className="stack">
        {usable ? null : (
          <Notice tone="bad">
            {connector.connectorKnown
              ? messages.unusableHint
              : messages.connectorMissing(connector.connector)}
          </Notice>
        )}
        {closedSince === null ? null : <ClosedRoute name={name} since={closedSince} />}
        <KeyValues
          items={[
            { label: messages.state, value: <ConnectorState connector={connector} /> },
            { label: messages.kind, value: messages.kinds[kind] },
            { label: messages.connector, value: <code>{connector.connector}</code> },
            { label: messages.usedBy, value: users },
            {
              label: messages.queue,
              value:
                queue === null
                  ? null
                  : messages.destinationText(number(queue.active), number(queue.queued)),
            },
            {
              label: messages.balance,
              value: balance === null ? null : <Balance balance={balance} />,
            },
            {
              label: messages.expiries,
              value: expiries.length === 0 ? null : <Expiries expiries={expiries} />,
            },
            { label: messages.binds, value: kind === 'catalogue' ? null : <Binds binds={binds} /> },
          ]}
        />
        <Buttons>
          {kind === 'catalogue' ? <SwitchRoute name={name} off={!off} used={uses > 0} /> : null}
          <ButtonLink
            icon="edit"
            to={kind === 'catalogue' ? '/catalogue?tab=drafts' : '/sms-routing?tab=drafts'}
          >
            {messages.configure}
          </ButtonLink>
        </Buttons>
        {mayTry ? <ConnectionTest kind={kind} name={name} draft={null} /> : null}
        {mayTry && usable ? <GoLive subject={connector} /> : null}
      </div>
    </SidePanel>
  );
}

/** Secrets and certificates with their ends. */
function Expiries({ expiries }: { expiries: Connector['expiries'] }) {
  const { language } = useLanguage();
  return (
    <ul className="plain-list">
      {expiries.map(({ label, at }) => (
        <li key={label.en}>
          {label[language]} · <When at={at} show="exact" />
        </li>
      ))}
    </ul>
  );
}

function Binds({ binds }: { binds: Connector['binds'] }) {
  const messages = useMessages(connectorsMessages);
  if (binds.length === 0) return messages.noBinds;
  return (
    <ul className="plain-list">
      {binds.map(({ state, node, detail, at }, index) => (
        <li key={index}>
          {state in messages.bindStates
            ? messages.bindStates[state as keyof typeof messages.bindStates]
            : state}
          {node === null ? '' : ` · ${node}`} · <When at={at} />
          {detail === null ? '' : ` · ${detail}`}
        </li>
      ))}
    </ul>
  );
}
