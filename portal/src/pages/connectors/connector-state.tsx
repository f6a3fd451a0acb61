// In which state is a way to a provider?

import { useFormat, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { boundOf, standingOf, type Connector } from './standing.ts';
import { connectorsTexts } from './texts.ts';

export function ConnectorState({ connector }: { connector: Connector }) {
  const words = useTexts(connectorsTexts);
  const { number } = useFormat();
  const { binds } = connector;
  switch (standingOf(connector)) {
    case 'unusable':
      return <Badge tone="bad">{words.unusable}</Badge>;
    case 'off':
      return (
        <Badge tone="warn" icon="pause">
          {words.off}
        </Badge>
      );
    case 'down':
      return <Badge tone="bad">{words.down}</Badge>;
    case 'partly':
      return <Badge tone="warn">{words.partly(number(boundOf(binds)), number(binds.length))}</Badge>;
    case 'open':
      return <Badge tone="good">{words.on}</Badge>;
  }
}
