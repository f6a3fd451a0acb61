// Panel of one server: view its deliveries, resend what was given up, or give up what waits.

import { useMessages } from '../../language/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { When } from '../../ui/when.tsx';
import { callbackMessages } from '../callbacks/messages.ts';
import { ReplayAll } from '../callbacks/replay-all.tsx';
import { GiveUp } from './give-up.tsx';
import { DestinationState, type DestinationQueue } from './destination-state.tsx';
import { destinationQueueMessages } from './messages.ts';

export function DestinationPanel({
  destination,
  onClose,
}: {
  destination: DestinationQueue;
  onClose(): void;
}) {
  const messages = useMessages(destinationQueueMessages);
  const { errors } = useMessages(callbackMessages);
  const { accountId, lastErrorClass: error, lastHttpStatus: http } = destination;
  const waiting = destination.fresh + destination.retrying;
  return (
    <SidePanel title={destination.destination} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: messages.state, value: <DestinationState destination={destination} /> },
            { label: messages.destination, value: <Code>{destination.destination}</Code> },
            { label: messages.account, value: `${destination.accountName} (${accountId})` },
            { label: messages.fresh, value: messages.many(destination.fresh) },
            { label: messages.retrying, value: messages.many(destination.retrying) },
            { label: messages.abandoned, value: messages.many(destination.abandoned) },
            {
              label: messages.oldest,
              value:
                destination.oldestAt === null ? null : (
                  <When at={destination.oldestAt} show="both" />
                ),
            },
            {
              label: messages.failures,
              value: destination.failures === 0 ? null : destination.failures,
            },
            {
              label: messages.slowUntil,
              value:
                destination.slowUntil === null ? null : (
                  <When at={destination.slowUntil} show="both" />
                ),
            },
            {
              label: messages.lastError,
              value:
                error === null ? null : `${errors[error]}${http === null ? '' : ` (HTTP ${http})`}`,
            },
          ]}
        />
        <div className="buttons">
          <ButtonLink
            icon="list"
            to={`/destination-queues/${accountId}?destination=${encodeURIComponent(destination.destination)}`}
          >
            {messages.deliveries}
          </ButtonLink>
          {destination.abandoned > 0 ? (
            <ReplayAll
              account={String(accountId)}
              filter={{ destination: destination.destination, state: 'abandoned' }}
              label={messages.replayAbandoned}
            />
          ) : null}
          {waiting > 0 ? (
            <GiveUp accountId={accountId} destination={destination.destination} />
          ) : null}
        </div>
      </div>
    </SidePanel>
  );
}
