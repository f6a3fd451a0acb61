// Cancels a scheduled SMS batch before it starts.

import { useChange } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { smsMessages } from './messages.ts';

export function CancelBatch({ id }: { id: string }) {
  const messages = useMessages(smsMessages.batch);
  const cancel = useChange('POST sms/batches/:id/cancel', {
    changes: ['GET sms/batches', 'GET sms/batches/:id', 'GET sms/batches/:id/messages'],
  });
  const run = async (): Promise<void> => {
    const answer = await cancel.run({ params: { id } });
    if (answer === null) return;
    toast(answer.refusal === null ? messages.cancelled : messages.notCancelled[answer.refusal]);
  };
  return (
    <Button onClick={() => void run()} pending={cancel.pending}>
      {messages.cancel}
    </Button>
  );
}
