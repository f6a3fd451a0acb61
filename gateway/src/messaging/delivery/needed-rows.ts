// Names the rows that have to be loaded before commands are decided.

import { normalPartId } from '@jokko/connectors/kit';
import type { Command } from './command.ts';
import { messageKey, type MessagePlace } from './message.ts';
import { idWithNumber } from './part-id.ts';
import { answerKeys, keysOfReceipt } from './parts.ts';
import type { Loaded } from './record-load.ts';

/** What has to be loaded to decide: messages, and part ids in normal form. */
export function neededFor(commands: readonly Command[]): {
  keys: MessagePlace[];
  ids: { connection: string; id: string }[];
} {
  const keys: MessagePlace[] = [];
  const ids: { connection: string; id: string }[] = [];
  for (const command of commands) {
    if (command.type !== 'receipt') keys.push(command.key);
    if (command.type === 'receipt')
      for (const id of keysOfReceipt(command.receipt))
        ids.push({ connection: command.connection, id });
    if (command.type === 'answered')
      for (const { id } of command.newParts)
        for (const key of answerKeys(id, command.msisdn))
          ids.push({ connection: command.connection, id: key });
    if (command.type === 'late')
      for (const key of answerKeys(command.id, null))
        ids.push({ connection: command.connection, id: key });
  }
  return { keys, ids };
}

/**
 * What may be stored of late answers under their id and number: the number is their message's,
 * which has to be loaded first.
 */
export const neededOfLate = (
  commands: readonly Command[],
  { messages }: Loaded,
): { connection: string; id: string }[] =>
  commands.flatMap((command) => {
    if (command.type !== 'late') return [];
    const message = messages.get(messageKey(command.key));
    const id = normalPartId(command.id);
    return message === undefined || id === ''
      ? []
      : [{ connection: command.connection, id: idWithNumber(id, message.msisdn) }];
  });
