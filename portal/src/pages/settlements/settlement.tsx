// Page of one settlement of this account.

import { useRealtime, useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Advice } from './advice.tsx';
import { settlementMessages } from './messages.ts';

const list = '/settlements';

export default function SettlementPage({ params }: { params: Record<string, string> }) {
  const messages = useMessages(settlementMessages);
  const settlement = useRead('GET settlements/:id', { params: { id: params['id'] ?? '' } });
  useRealtime(['operation'], ['GET settlements/:id']);
  if (settlement.answer !== undefined) return <Advice settlement={settlement.answer} back={list} />;
  return (
    <Page title={messages.settlement} back={{ to: list, label: messages.back }} narrow>
      <Loaded read={settlement} lines={8}>
        {() => null}
      </Loaded>
    </Page>
  );
}
