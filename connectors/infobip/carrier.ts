// Infobip as a carrier of the kit: many messages a request, each under our reference as its id,
// which Infobip takes once.

import type { SmsContext, SmsPart } from '@jokko/connectors/kit';
import { garbled, greetingProblem, readingOf, refused } from '@jokko/connectors/kit/carrier';
import type { Carrier, Found, Reading } from '@jokko/connectors/kit/carrier';
import { askPatiently } from './ask-logs.ts';
import { getBalance, isSender } from './call.ts';
import { settingsOf } from './config.ts';
import type { InfobipConfig } from './config.ts';
import { codeOf, readEntry } from './read-answer.ts';
import { numberOf } from './read-report.ts';
import { sendParts } from './send.ts';

type Context = SmsContext<InfobipConfig>;

const partsMax = 100;
/** What was on its way has arrived by the last one, or never will. */
const lookUpAfterMs = [5_000, 115_000];

export function carrierOf(context: Context): Carrier {
  const { window, ratePerSec } = settingsOf(context.config);
  return {
    name: 'infobip',
    window,
    ratePerSec,
    requests: { partsMax, groupOf: () => '' },
    async greet() {
      const result = await getBalance(context);
      return greetingProblem(result, codeOf(result));
    },
    submit: (parts) => submit(context, parts),
    find: { afterMs: lookUpAfterMs, ask: (part) => find(context, part), repeatsAbsent: true },
  };
}

async function submit(context: Context, parts: readonly SmsPart[]): Promise<readonly Reading[]> {
  const good = parts.filter(({ from }) => isSender(from));
  const answers = await sendParts(context, good);
  const readings = new Map(good.map((part, at) => [part, answers[at]!]));
  return Promise.all(
    parts.map(async (part) => {
      const reading = readings.get(part) ?? readingOf(refused('bad_sender'), 'sender');
      return reading === 'duplicate' ? readFirst(context, part) : reading;
    }),
  );
}

/** What became of the message that was taken first under this id. */
async function readFirst(context: Context, part: SmsPart): Promise<Reading> {
  const found = await find(context, part);
  // That the id is used up does not say by which message: its report will tell.
  return found.kind === 'read' ? found.reading : garbled;
}

async function find(context: Context, { ourRef, to }: SmsPart): Promise<Found> {
  const entry = await askPatiently(context, ourRef);
  if (entry === undefined) return { kind: 'absent' };
  // Another number: another installation on the account has used the id.
  if (entry === null || (numberOf(entry) ?? to) !== to) return { kind: 'unknown' };
  const reading = readEntry(entry, ourRef, context.log);
  return reading === 'duplicate' || reading === garbled
    ? { kind: 'unknown' }
    : { kind: 'read', reading };
}
