// Panel of one payment link: its address to copy, its QR code to print, pausing and resuming it.

import { defined } from '@jokko/contract/defined';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code, Copy } from '../../ui/copy.tsx';
import { Money } from '../../ui/money.tsx';
import { drawQrPng, QrCode, qrSvg } from '../../ui/qr-code.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { When } from '../../ui/when.tsx';
import { linkMessages } from './messages.ts';
import { LinkAmount, type Link } from './link-amount.tsx';

export function LinkPanel({ of: link, onClose }: { of: Link; onClose(): void }) {
  const messages = useMessages(linkMessages);
  const { id, status, payments, earned, currency, expiresAt } = link;
  const isOver = status === 'USED' || status === 'EXPIRED';
  return (
    <SidePanel
      title={link.description}
      onClose={onClose}
      {...defined({ actions: isOver ? undefined : <Move of={link} /> })}
    >
      <div className="stack stack-l">
        <Address of={link} />
        <KeyValues
          items={[
            { label: messages.reference, value: <Code>{id}</Code> },
            {
              label: messages.state,
              value: <Badge tone={stateTones.paymentLink[status]}>{messages.states[status]}</Badge>,
            },
            { label: messages.usesLabel, value: messages.uses[link.uses] },
            { label: messages.amount, value: <LinkAmount of={link} /> },
            {
              label: messages.earned,
              value: (
                <>
                  <Money amount={earned} currency={currency} /> ·{' '}
                  {messages.countOfPayments(payments)}
                </>
              ),
            },
            { label: messages.created, value: <When at={link.createdAt} show="both" /> },
            {
              label: messages.expires,
              value: expiresAt === null ? null : <When at={expiresAt} show="both" />,
            },
          ]}
        />
      </div>
    </SidePanel>
  );
}

function Address({ of: { id, url } }: { of: Link }) {
  const messages = useMessages(linkMessages);
  const address = new URL(url, location.href).href;
  const savePng = async (): Promise<void> => {
    const png = await drawQrPng(address);
    if (png !== null) saveAs(`${id}.png`, png);
  };
  return (
    <div className="stack">
      <QrCode text={address} label={messages.qr} />
      <p>
        <code>{address}</code>
      </p>
      <div className="buttons">
        <Copy text={address} label={messages.copy} />
        <Button
          small
          icon="download"
          onClick={() => saveAs(`${id}.svg`, new Blob([qrSvg(address)], { type: 'image/svg+xml' }))}
        >
          {messages.svg}
        </Button>
        <Button small icon="download" onClick={() => void savePng()}>
          {messages.png}
        </Button>
      </div>
    </div>
  );
}

function Move({ of: { id, status } }: { of: Link }) {
  const messages = useMessages(linkMessages);
  const changes = ['GET payment-links'] as const;
  return status === 'PAUSED' ? (
    <Action
      route="POST payment-links/resume"
      body={{ id }}
      changes={changes}
      label={messages.resume}
      variant="primary"
      done={messages.resumed}
    />
  ) : (
    <Action
      route="POST payment-links/pause"
      body={{ id }}
      changes={changes}
      label={messages.pause}
      ask={{ title: messages.pauseTitle, children: <p>{messages.pauseBody}</p> }}
      done={messages.paused}
    />
  );
}
