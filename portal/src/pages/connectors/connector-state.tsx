// Badge of a provider connection's state.

import { useFormat, useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { boundOf, standingOf, type Connector } from './standing.ts';
import { connectorsMessages } from './messages.ts';

export function ConnectorState({ connector }: { connector: Connector }) {
  const messages = useMessages(connectorsMessages);
  const { number } = useFormat();
  const { binds } = connector;
  switch (standingOf(connector)) {
    case 'unusable':
      return <Badge tone="bad">{messages.unusable}</Badge>;
    case 'closed':
      return (
        <Badge tone="bad" icon="pause">
          {messages.closed}
        </Badge>
      );
    case 'off':
      return (
        <Badge tone="warn" icon="pause">
          {messages.off}
        </Badge>
      );
    case 'down':
      return <Badge tone="bad">{messages.down}</Badge>;
    case 'partly':
      return (
        <Badge tone="warn">{messages.partly(number(boundOf(binds)), number(binds.length))}</Badge>
      );
    case 'open':
      return <Badge tone="good">{messages.on}</Badge>;
  }
}
