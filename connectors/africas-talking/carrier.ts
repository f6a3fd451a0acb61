// Africa's Talking as a carrier of the kit: one text to many numbers a request. It can be asked for
// no message, so that a lost answer stays unknown unless a report tells.

import type { SmsContext, SmsPart } from '@jokko/connectors/kit';
import { greetingProblem, readingOf, refused, senderKind } from '@jokko/connectors/kit/carrier';
import type { Carrier, Reading } from '@jokko/connectors/kit/carrier';
import { getUser, postMessages, retryHours } from './call.ts';
import { settingsOf } from './config.ts';
import type { AfricasTalkingConfig } from './config.ts';
import { readAnswer } from './read-answer.ts';

type Context = SmsContext<AfricasTalkingConfig>;

const partsMax = 100;

export function carrierOf(context: Context): Carrier {
  const { window, ratePerSec } = settingsOf(context.config);
  return {
    name: 'africas-talking',
    window,
    ratePerSec,
    requests: {
      partsMax,
      groupOf: (part) => JSON.stringify([part.from, part.text, retryHours(part)]),
    },
    greet: async () => greetingProblem(await getUser(context)),
    submit: (parts) => submit(context, parts),
  };
}

/** The answer tells recipients by their number, so that a second text to a number has a request of its own. */
async function submit(context: Context, parts: readonly SmsPart[]): Promise<readonly Reading[]> {
  const readings = new Map<SmsPart, Reading>();
  await Promise.all(
    requestsOf(parts).map(async (request) => {
      const read = await send(context, request);
      for (const [at, part] of request.entries()) readings.set(part, read[at]!);
    }),
  );
  return parts.map((part) => readings.get(part)!);
}

type Request = [SmsPart, ...SmsPart[]];

function requestsOf(parts: readonly SmsPart[]): Request[] {
  const requests: Request[] = [];
  /** How many parts there were to each number. */
  const counts = new Map<string, number>();
  for (const part of parts) {
    const count = counts.get(part.to) ?? 0;
    counts.set(part.to, count + 1);
    const request = requests[count];
    if (request === undefined) requests.push([part]);
    else request.push(part);
  }
  return requests;
}

async function send(context: Context, request: Request): Promise<Reading[]> {
  return senderKind(request[0].from) === 'none'
    ? request.map(() => readingOf(refused('bad_sender'), 'sender'))
    : readAnswer(await postMessages(context, request), request, context);
}
