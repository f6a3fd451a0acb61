// Takes a message from its draft over its price to being sent.

import { defined } from '@jokko/contract/defined';
import { useRef, useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { makeKey, useChange, useDraft } from '../../api/index.ts';
import { momentIn, useLanguage, useMessages } from '../../language/index.ts';
import { navigate } from '../../router/index.ts';
import { toast } from '../../ui/toast.tsx';
import { numbersIn, numbersMax } from './numbers-field.tsx';
import { smsMessages } from './messages.ts';
import type { SmsApp } from './use-app.tsx';
import { useLivePrice } from './use-live-price.ts';

type Looked = RouteAnswer<'POST sms/preview'>;

const emptyDraft = { sender: '', content: '', numbers: '', at: '' };

const isWhole = ({
  sender,
  content,
  numbers,
}: {
  sender: string;
  content: string;
  numbers: string[];
}): boolean =>
  sender !== '' && content.trim() !== '' && numbers.length > 0 && numbers.length <= numbersMax;

/**
 * The draft, its price once that was asked for, and what is wrong with it. A changed draft has no
 * price.
 */
export function useMessage(app: SmsApp) {
  const messages = useMessages(smsMessages.compose);
  const { timeZone } = useLanguage();
  const preview = useChange('POST sms/preview');
  const sending = useChange('POST sms/send', {
    changes: ['GET sms/batches', 'GET sms/batches/:id'],
  });
  const { draft, change, forget } = useDraft('sms', emptyDraft);
  const [looked, setLooked] = useState(false);
  const [{ problem, price }, setFound] = useState<Looked>({ problem: null, price: null });
  /**
   * The key of this draft: pressed twice, or sent again after a lost answer, it is the same
   * message.
   */
  const key = useRef('');
  const numbers = numbersIn(draft.numbers);
  const message = { app: app.id, sender: draft.sender.trim(), content: draft.content, numbers };
  const isComplete = isWhole(message);
  const livePrice = useLivePrice(message, isComplete && price === null);
  const forgetPrice = (): void => setFound({ problem: null, price: null });
  return {
    draft,
    numbers,
    looked,
    problem,
    price,
    livePrice,
    forgetPrice,
    pending: preview.pending || sending.pending,
    error: sending.error ?? preview.error,
    change(next: Partial<typeof draft>): void {
      change(next);
      forgetPrice();
    },
    async look(): Promise<void> {
      setLooked(true);
      sending.reset();
      const answer = isComplete ? await preview.run({ body: message }) : null;
      if (answer === null) return;
      key.current = makeKey();
      setFound(answer);
    },
    async send(): Promise<void> {
      const answer = await sending.run({
        body: {
          ...message,
          ...defined({ scheduleAt: draft.at === '' ? undefined : momentIn(draft.at, timeZone) }),
          idempotencyKey: key.current,
        },
      });
      if (answer === null) return;
      if (answer.batchId === null) {
        setFound({ problem: answer.problem, price: null });
        return;
      }
      forget();
      toast(draft.at === '' ? messages.sent : messages.scheduled);
      navigate(`/sms/batches/${answer.batchId}`);
    },
  };
}
