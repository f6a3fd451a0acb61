// Answers query_sm: what has become of a message, asked by the id that its submission was answered
// with.

import { stateNumbers, unheardOfError } from '../sms/message.ts';
import { status } from '../sms/refusals.ts';
import { unheardOfState } from '../unheard-of.ts';
import { command, responseBit, writeHeader, writeQueryAnswer } from './codec.ts';
import type { Message, Planned } from '../sms/message.ts';
import type { QueryAnswer } from './codec.ts';
import type { Session, SessionDeps } from './session-type.ts';

export async function takeQuery(
  { findMessage }: Pick<SessionDeps, 'findMessage'>,
  session: Session,
  sequence: number,
  asked: { id: string; from: string } | null,
): Promise<void> {
  const { account, smsc } = session;
  const refuse = (code: number): void =>
    void writeHeader(session.out(), command.querySm + responseBit, code, sequence);
  if (account === null || session.mode === 'receiver') return refuse(status.notBound);
  if (asked === null) return refuse(status.badMessageLength);
  const message = await findMessage(asked.id);
  if (session.isGone()) return;
  if (message?.protocol !== 'smpp' || message.account !== account.name)
    return refuse(status.badMessageId);
  if (message.from !== asked.from) return refuse(status.queryFailed);
  writeQueryAnswer(session.out(), sequence, answerOf(message, smsc.stateOf(message)));
}

function answerOf({ id, atMs }: Message, told: Planned | null): QueryAnswer {
  if (told === null) return { id, finalDate: '', state: stateNumbers.ENROUTE, error: 0 };
  const { afterMs, state, error = '000' } = told;
  const isUnheardOf = error === unheardOfError;
  return {
    id,
    finalDate: absoluteTime(atMs + afterMs),
    state: isUnheardOf ? unheardOfState : stateNumbers[state],
    error: isUnheardOf ? 0 : Number(error) & 0xff,
  };
}

/** YYMMDDhhmmsst00+, UTC. */
const absoluteTime = (atMs: number): string =>
  `${new Date(atMs)
    .toISOString()
    .replaceAll(/[-T:.]/g, '')
    .slice(2, 15)}00+`;
