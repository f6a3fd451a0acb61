// In which state is a way to a provider?

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { connectorsTexts } from './texts.ts';

export type Connector = RouteAnswer<'GET operator/connectors'>['items'][number];

export function ConnectorState({ connector: { usable, off } }: { connector: Connector }) {
  const words = useTexts(connectorsTexts);
  if (!usable) return <Badge tone="bad">{words.unusable}</Badge>;
  return off ? (
    <Badge tone="warn" icon="pause">
      {words.off}
    </Badge>
  ) : (
    <Badge tone="good">{words.on}</Badge>
  );
}
