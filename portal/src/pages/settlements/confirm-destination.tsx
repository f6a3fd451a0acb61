// Button that confirms a payout destination, for a second user of the account or of the operator.

import type { RouteName } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { destinationMessages } from './destination-messages.ts';
import { DestinationMessages } from './labels.tsx';

export function ConfirmDestination({
  route,
  changes,
  destination,
}: {
  route: 'POST operator/destinations/confirm' | 'POST settlements/destinations/confirm';
  changes: RouteName[];
  destination: Omit<Parameters<typeof DestinationMessages>[0]['destination'], 'removed'> & {
    id: number;
    holder: string;
  };
}) {
  const messages = useMessages(destinationMessages);
  const title = messages.confirmOf(destination.holder);
  return (
    <Action
      route={route}
      body={{ id: destination.id }}
      changes={changes}
      label={messages.confirm}
      name={title}
      small
      ask={{
        title,
        children: (
          <>
            <p>{messages.confirmBody}</p>
            <p>
              <DestinationMessages destination={{ ...destination, removed: false }} />
            </p>
          </>
        ),
      }}
      done={messages.confirmed}
    />
  );
}
