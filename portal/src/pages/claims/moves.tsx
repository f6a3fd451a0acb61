// Buttons for the next states of a claim, one for each; each asks for a comment first.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import { useErrorMessages } from '../../api/index.ts';
import type { CallError } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { claimMessages, type ClaimStatus } from './messages.ts';

interface Props<Status extends ClaimStatus> {
  moves: readonly Status[];
  /** From CLOSED, taking up is called reopening. */
  closed: boolean;
  /** For the side that accepts answers instead of giving them. */
  accepting?: boolean;
  onMove(to: Status, comment: string): Promise<boolean>;
  pending: boolean;
  error: CallError | null;
  reset(): void;
}

export function Moves<Status extends ClaimStatus>({
  moves,
  closed,
  accepting = false,
  onMove,
  pending,
  error,
  reset,
}: Props<Status>) {
  const messages = useMessages(claimMessages);
  const { fieldMessageOf } = useErrorMessages();
  const [to, setTo] = useState<Status | null>(null);
  if (moves.length === 0) return null;
  const nameOf = (move: Status): string =>
    move === 'IN_PROGRESS' && closed
      ? messages.reopen
      : move === 'CLOSED' && accepting
        ? messages.accept
        : messages.moves[move];
  const close = (): void => {
    setTo(null);
    reset();
  };
  const send = async (comment: string): Promise<void> => {
    if (to === null || !(await onMove(to, comment))) return;
    close();
    toast(messages.changed);
  };
  const needed = to === 'RESOLVED' || to === 'REJECTED';
  return (
    <Card title={messages.decide} {...defined({ lead: closed ? messages.closedHint : undefined })}>
      <div className="buttons">
        {moves.map((move) => (
          <Button
            key={move}
            variant={move === 'REJECTED' ? 'danger' : move === moves[0] ? 'primary' : 'plain'}
            onClick={() => setTo(move)}
          >
            {nameOf(move)}
          </Button>
        ))}
      </div>
      <Dialog open={to !== null} onClose={close} title={to === null ? '' : nameOf(to)}>
        <Form onSend={({ comment = '' }) => void send(comment)} error={error}>
          <Textarea
            name="comment"
            label={accepting ? messages.message : messages.comment}
            {...defined({
              hint: accepting ? undefined : needed ? messages.commentNeeded : messages.commentHint,
            })}
            error={fieldMessageOf(error, 'comment') ?? fieldMessageOf(error, 'message')}
            maxLength={5_000}
          />
          <div className="dialog-actions">
            <Button
              type="submit"
              variant={to === 'REJECTED' ? 'danger' : 'primary'}
              pending={pending}
            >
              {to === null ? '' : nameOf(to)}
            </Button>
          </div>
        </Form>
      </Dialog>
    </Card>
  );
}
