// Page of one settlement of any account, for the operator.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Advice } from '../settlements/advice.tsx';
import { settlementMessages } from '../settlements/messages.ts';

const list = '/settlement-queue';

export default function QueuedPage({ params }: { params: Record<string, string> }) {
  const messages = useMessages(settlementMessages);
  const settlement = useRead('GET operator/settlements/:id', {
    params: { id: params['id'] ?? '' },
  });
  if (settlement.answer !== undefined) return <Advice settlement={settlement.answer} back={list} />;
  return (
    <Page title={messages.settlement} back={{ to: list, label: messages.back }} narrow>
      <Loaded read={settlement} lines={8}>
        {() => null}
      </Loaded>
    </Page>
  );
}
