// Entry point of the connector to Africa's Talking: one text to many numbers a request. It can be
// asked for no message, so that a lost answer stays unknown unless a report tells.

import { asObject, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { SmsBalance, SmsPart } from '@jokko/connectors/kit';
import { balanceOf, httpCarrier, shownSender } from '@jokko/connectors/kit/carrier';
import { configuration, settingsOf } from './config.ts';
import { goLive } from './go-live.ts';
import { readAnswer } from './read-answer.ts';
import { receive } from './receive.ts';
import { refusalCodes } from './status-table.ts';

const partsMax = 100;
const secondsPerHour = 3_600;

export const africasTalkingConnector = httpCarrier({
  name: 'africas-talking',
  configuration,
  settingsOf,
  account: ({ get, settings: { username } }) => get('/version1/user', { username }),
  balanceOf: readBalance,
  // HTTP 401 has a sentence in plain text; 409 outside of its form is the ban on promotional texts
  // by night.
  codeOf: ({ status }) => (status === 409 ? '409' : undefined),
  codes: refusalCodes,
  sending: (context) => ({
    requests: {
      partsMax,
      groupOf: (part) => JSON.stringify([part.from, part.text, retryHours(part)]),
      keyOf: ({ to }) => to,
    },
    send: (parts) =>
      context.postForm('/version1/messaging', {
        username: context.settings.username,
        ...messageOf(parts),
      }),
    read: (answer, parts) => readAnswer(answer, parts, context),
  }),
  receive,
  goLive,
});

/** One text from one sender to several numbers. The provider takes no reference of ours. */
function messageOf(parts: readonly [SmsPart, ...SmsPart[]]) {
  const [first] = parts;
  return {
    to: parts.map(({ to }) => `+${to}`).join(','),
    message: first.text,
    from: shownSender(first.from),
    bulkSMSMode: '1',
    enqueue: '1',
    retryDurationInHours: String(retryHours(first)),
  };
}

/** Whole hours for which the provider tries: it knows no shorter time. */
const retryHours = ({ validitySeconds }: SmsPart): number =>
  Math.max(1, Math.floor(validitySeconds / secondsPerHour));

/** `KES 1785.50`, in a member that is written in two ways. */
function readBalance(body: Buffer): SmsBalance | null {
  const answer = objectFromWire(body);
  const data = asObject(answer?.['UserData'] ?? answer?.['userData']);
  const [currency, amount, more] = (data && textMember(data, 'balance'))?.split(' ') ?? [];
  return more === undefined ? balanceOf(currency, amount) : null;
}
