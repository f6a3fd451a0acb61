// Messages ordered by the scenarios: one text in one part to a number of recipients of one
// operator. Each request has its own text, so that no two messages of a run are equal.

import { join } from 'node:path';
import type { LoadCommand } from '../load/index.ts';
import { numberMark } from '../load/command.ts';
import { numberDigits } from '../order.ts';
import type { Stack } from '../stack/index.ts';
import type { SmsSent } from '../books/sms.ts';

/** The envelope's code of an accepted request. */
export const acceptedCode = '201';
const path = '/api/send-sms';
const sender = 'BENCH';
/** 95 characters. */
const textLength = 95;
/** Their digits succeed at once. */
const firstNumber = 770_000_000;
const plainDigitsBelow = 7_000;

export interface SmsLoad {
  appKey: string;
  /** Numbers in a request. */
  recipients: number;
  /** Unique within the database. */
  idPrefix: string;
  connections: number;
  seconds: number;
  warmupSeconds?: number;
  allowance?: number;
  requestsMax?: number;
}

/** The text of the request with this number. */
export const textOf = (idPrefix: string, number: string): string =>
  `${idPrefix}${number} `.padEnd(textLength, 'abcdefghij ');

/** The command that sends messages, and where its journal will be. */
export function smsLoad(
  stack: Stack,
  { appKey, recipients, idPrefix, ...pace }: SmsLoad,
): { command: LoadCommand; sent: SmsSent } {
  const journalFile = join(stack.directory, `${idPrefix}sent.journal`);
  const content = textOf(idPrefix, '0'.repeat(numberDigits)).replace(
    '0'.repeat(numberDigits),
    numberMark,
  );
  const command: LoadCommand = {
    host: stack.host,
    port: stack.port,
    path,
    bodyTemplate: JSON.stringify({
      app_key: appKey,
      sender,
      content,
      msisdn: numbersOf(recipients),
    }),
    numberDigits,
    firstNumber: 1,
    journalFile,
    acceptedAs: { code: acceptedCode, idHeader: 'x-batch-id' },
    ...pace,
  };
  return { command, sent: { idPrefix, firstNumber: 1, journalFile, recipients } };
}

function numbersOf(count: number): string[] {
  if (count > plainDigitsBelow)
    throw new Error(`no more than ${plainDigitsBelow} numbers in a request`);
  return Array.from({ length: count }, (_, index) => `+221${firstNumber + index}`);
}
