// Twilio as a carrier of the kit: one message a request; a lost answer is looked up once in the
// list of messages.

import type { SmsContext, SmsPart } from '@jokko/connectors/kit';
import { greetingProblem, readingOf, refused, senderKind } from '@jokko/connectors/kit/carrier';
import type { Carrier, Reading } from '@jokko/connectors/kit/carrier';
import { getBalance, listMessages, postMessage } from './call.ts';
import { settingsOf } from './config.ts';
import type { TwilioConfig } from './config.ts';
import { readFound } from './find.ts';
import { createMemory } from './memory.ts';
import { codeOf, readAnswer } from './read-answer.ts';

/** By then a request that was still on its way has arrived, or never will. */
const lookUpAfterMs = 120_000;
const textMax = 1_600;

export function carrierOf(context: SmsContext<TwilioConfig>): Carrier {
  const { window, ratePerSec, messagingServiceSid } = settingsOf(context.config);
  const choosesSender = messagingServiceSid !== null;
  const memory = createMemory({ choosesSender, arrivesWithinMs: lookUpAfterMs });
  return {
    name: 'twilio',
    window,
    ratePerSec,
    async greet() {
      const result = await getBalance(context);
      return greetingProblem(result, codeOf(result));
    },
    async submit([part]) {
      const problem = problemOf(part!, choosesSender);
      if (problem !== null) return [problem];
      memory.begin(part!);
      return [memory.note(part!, readAnswer(await postMessage(context, part!), context.log))];
    },
    find: {
      afterMs: [lookUpAfterMs],
      async ask(part, submitted) {
        const result = await listMessages(context, part);
        const from = choosesSender ? null : part.from;
        const nowMs = performance.now();
        const found = readFound(result, { part, from, submitted, nowMs, memory });
        if (found.kind === 'read') memory.note(part, found.reading);
        return found;
      },
    },
  };
}

/** What Twilio would certainly refuse. */
function problemOf(part: SmsPart, choosesSender: boolean): Reading | null {
  if (!choosesSender && senderKind(part.from) === 'none')
    return readingOf(refused('bad_sender'), 'sender');
  return part.text.length > textMax ? readingOf(refused('bad_text'), 'too_long') : null;
}
