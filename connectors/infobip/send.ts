// Sends messages in one request. Infobip refuses a request as a whole for what is wrong with one of its
// messages: the others, none of which was taken, go out once more without it.

import { listMember, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { HttpResult, SmsContext, SmsPart } from '@jokko/connectors/kit';
import { postMessages } from './call.ts';
import type { InfobipConfig } from './config.ts';
import { codeOf, readAnswer, type Read } from './read-answer.ts';

type Context = SmsContext<InfobipConfig>;

/** Requests at one time, of a message each. */
const atOnce = 10;

/** One reading for each part, in their order. */
export async function sendParts(context: Context, parts: readonly SmsPart[]): Promise<Read[]> {
  if (parts.length === 0) return [];
  const { result, readings } = await sendOnce(context, parts);
  const wrong = wrongOf(result, parts.length);
  if (wrong === null || wrong.size === parts.length) return readings;
  const others = parts.filter((_, at) => !wrong.has(at));
  // Where no message is named, or those that are named were not all, each goes alone.
  const again = wrong.size === 0 ? null : await sendOnce(context, others);
  const left =
    again === null || wrongOf(again.result, others.length) !== null
      ? await sendEach(context, others)
      : again.readings;
  return parts.map((_, at) => (wrong.has(at) ? readings[at]! : left.shift()!));
}

async function sendOnce(
  context: Context,
  parts: readonly SmsPart[],
): Promise<{ result: HttpResult; readings: Read[] }> {
  const result = await postMessages(context, parts);
  return { result, readings: readAnswer(result, parts, context.log) };
}

async function sendEach(context: Context, parts: readonly SmsPart[]): Promise<Read[]> {
  const readings: Read[] = [];
  for (let at = 0; at < parts.length; at += atOnce) {
    const sent = parts.slice(at, at + atOnce).map((part) => sendOnce(context, [part]));
    for (const each of await Promise.all(sent)) readings.push(...each.readings);
    // The carrier is busy, or cannot be heard: the rest keeps its place.
    if (!readings.every(isDecided)) return parts.map((_, place) => readings[place] ?? kept);
  }
  return readings;
}

const isDecided = (read: Read): boolean =>
  read === 'duplicate' || read.outcome.kind === 'accepted' || read.outcome.kind === 'refused';
const kept: Read = {
  outcome: { kind: 'not_sent', cause: 'one before it was not answered' },
  connectionAtFault: false,
};

/** Which messages of a refused request are named as wrong: none, where one is that is not named. Null: it is not for one of several that it was refused. */
function wrongOf(result: HttpResult, count: number): ReadonlySet<number> | null {
  const isRefused =
    count > 1 &&
    result.kind === 'answer' &&
    result.status === 400 &&
    ['E400', 'BAD_REQUEST'].includes(codeOf(result) ?? '');
  if (!isRefused) return null;
  const body = objectFromWire(result.body) ?? {};
  const properties = listMember(body, 'violations').map((each) => textMember(each, 'property'));
  const named = properties.map((property) =>
    /^messages(?:\[([0-9]{1,4})?\])?/.exec(property ?? ''),
  );
  // About the request itself, which its parts would be refused for as well.
  if (named.length > 0 && named.every((match) => match === null)) return null;
  const indexes = named.flatMap((match) => (match?.[1] === undefined ? [] : [Number(match[1])]));
  return new Set(indexes.filter((index) => index < count));
}
