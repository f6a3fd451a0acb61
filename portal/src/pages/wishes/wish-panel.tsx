// What is wished for, and what does this person say to it? All about one wish, with a note that goes to the audit log.

import type { RouteName } from '@jokko/contract/portal';
import { useChange, useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { KeyValues } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { Decision, Withdrawal } from './decision.tsx';
import { wishTexts } from './texts.ts';
import { WishPrice } from './wish-price.tsx';
import {
  isSettlement,
  useWayOf,
  WishAccount,
  WishAmount,
  WishDraft,
  WishPayee,
  WishSettlement,
  WishState,
  WishTransaction,
  type Wish,
} from './wish-words.tsx';

export function WishPanel({ wish, onClose }: { wish: Wish; onClose(): void }) {
  const words = useTexts(wishTexts);
  const may = useMay('POST operator/wishes/approve');
  const way = useWayOf(wish);
  const { settlement: payee } = wish;
  const fee = payee?.fee;
  const failure = wish.failure === null ? null : (words.failures[wish.failure as keyof typeof words.failures] ?? wish.failure);
  return (
    <SidePanel title={words.number(String(wish.id))} onClose={onClose}>
      <div className="stack">
        <KeyValues
          items={[
            { label: words.state, value: <WishState state={wish.state} /> },
            { label: words.account, value: wish.accountId === null ? null : <WishAccount wish={wish} /> },
            { label: words.amount, value: <WishAmount wish={wish} /> },
            { label: words.transaction, value: wish.transactionId === null ? null : <WishTransaction wish={wish} /> },
            { label: wish.kind === 'float' ? words.kinds.float : words.way, value: isSettlement(wish) ? null : way },
            { label: words.kinds.settle, value: isSettlement(wish) ? <WishSettlement wish={wish} /> : null },
            {
              label: words.payee.fee,
              value: fee === undefined || fee === '0' ? null : <Money amount={fee} currency={wish.currency ?? ''} />,
            },
            { label: words.payee.to, value: payee === null ? null : <WishPayee payee={payee} /> },
            { label: words.payee.asked, value: payee === null ? null : (payee.askedBy ?? words.payee.bySchedule(payee.scheduledBy)) },
            { label: words.kinds['own-price'], value: wish.price === null ? null : <WishPrice wish={wish} /> },
            { label: words.draft, value: wish.draft === null ? null : <WishDraft wish={wish} /> },
            { label: words.reason, value: wish.reason },
            { label: words.askedBy, value: wish.askedBy },
            { label: words.asked, value: <When at={wish.askedAt} show="both" /> },
            { label: words.expires, value: wish.state === 'open' ? <When at={wish.expiresAt} show="both" /> : null },
            { label: words.decidedBy, value: wish.decidedBy },
            { label: words.decided, value: wish.decidedAt === null ? null : <When at={wish.decidedAt} show="both" /> },
            { label: words.note, value: wish.note },
            { label: words.failure, value: failure },
          ]}
        />
        {wish.bookedBefore === null ? null : (
          <Notice tone="warn">
            {words.bookedBefore} <When at={wish.bookedBefore} show="both" />
          </Notice>
        )}
        {may && wish.state === 'open' ? wish.own ? <Withdraw id={wish.id} /> : <Decide id={wish.id} /> : null}
      </div>
    </SidePanel>
  );
}

const changes: { changes: RouteName[] } = {
  changes: [
    'GET operator/wishes',
    'GET operator/developers',
    'GET operator/developers/:id',
    'GET operator/cases/:account/:id',
    'GET operator/settlements',
    'GET operator/settlements/:id',
    'GET operator/floats',
    'GET operator/refund-limit',
  ],
};

function Decide({ id }: { id: number }) {
  const words = useTexts(wishTexts);
  const approve = useChange('POST operator/wishes/approve', changes);
  const refuse = useChange('POST operator/wishes/refuse', changes);
  const agree = async (note: string): Promise<void> => {
    const answer = await approve.run({ body: { id, note } });
    if (answer !== null) toast(answer.state === 'failed' ? words.failed : words.done, answer.state === 'failed' ? 'bad' : 'good');
  };
  const decline = async (note: string): Promise<void> => {
    if ((await refuse.run({ body: { id, note } })) !== null) toast(words.refused);
  };
  return <Decision approve={{ ...approve, run: agree }} refuse={{ ...refuse, run: decline }} />;
}

function Withdraw({ id }: { id: number }) {
  const words = useTexts(wishTexts);
  const { run, pending, error } = useChange('POST operator/wishes/withdraw', changes);
  const withdraw = async (): Promise<void> => {
    if ((await run({ body: { id } })) !== null) toast(words.withdrawn);
  };
  return <Withdrawal pending={pending} error={error} onWithdraw={() => void withdraw()} />;
}
