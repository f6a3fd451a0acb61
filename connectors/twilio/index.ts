// Entry point of the connector to Twilio's Programmable Messaging: one message a request. Twilio
// has no reference of ours but in the address that it is to notify; a lost answer is looked up once
// in its list of messages.

import { codeMember, objectFromWire } from '@jokko/connectors/kit';
import {
  askEach,
  balanceMembers,
  goLiveItem,
  httpCarrier,
  paidAccount,
  readingOf,
  refused,
  refusedSender,
  shownSender,
  validityWithin,
} from '@jokko/connectors/kit/carrier';
import { errorCodes } from './code-table.ts';
import { configuration, settingsOf } from './config.ts';
import { messageSid, readAnswer, readList, readMessage } from './read-answer.ts';
import { receive } from './receive.ts';

const textMax = 1_600;
const validityMax = 36_000;
const listedMax = 50;
/**
 * Twilio tries a callback again, also after an answer that is an error, and not once only where no
 * answer came. It signs the address without this.
 */
const callbackRetries = '#rc=5&rp=all';

export const twilioConnector = httpCarrier({
  name: 'twilio',
  configuration,
  settingsOf,
  account: ({ get }) => get('/Balance.json'),
  balanceOf: balanceMembers,
  codeOf: ({ body }) => codeMember(objectFromWire(body) ?? {}, 'code'),
  codes: errorCodes,
  sending(context) {
    const { noticeUrl } = context;
    const service = context.settings.messagingServiceSid;
    /** Undefined: the service chooses one. */
    const senderOf = (from: string) => (service === undefined ? shownSender(from) : undefined);
    return {
      refusal: (part) =>
        (service === undefined ? refusedSender(part) : null) ??
        (part.text.length > textMax ? readingOf(refused('bad_text'), 'too_long') : null),
      send: ([part]) =>
        context.postForm('/Messages.json', {
          To: `+${part.to}`,
          Body: part.text,
          ValidityPeriod: String(validityWithin(validityMax, part)),
          From: senderOf(part.from),
          MessagingServiceSid: service,
          StatusCallback:
            noticeUrl && `${noticeUrl}?ref=${encodeURIComponent(part.ourRef)}${callbackRetries}`,
        }),
      read: (answer, [part]) => readAnswer(answer, part, context),
      findAlike: {
        senderOf,
        // Not by day: a message that is not sent yet has no day.
        list: ({ to, from }) =>
          context.get('/Messages.json', {
            To: `+${to}`,
            PageSize: String(listedMax),
            From: senderOf(from),
          }),
        readList,
      },
    };
  },
  receive,
  findById: ({ get }, ids) =>
    askEach(
      ids.map(sidOf).filter((sid) => messageSid.test(sid)),
      (sid) => get(`/Messages/${sid}.json`),
      readMessage,
    ),
  goLive: [
    paidAccount,
    goLiveItem(
      'countries',
      'Les pays sont ouverts sous Messaging, Settings, Geo permissions.',
      'The countries are open under Messaging, Settings, Geo permissions.',
    ),
    goLiveItem(
      'inbound',
      'Pour recevoir des messages, l’adresse des notifications est celle de « A message comes in » du numéro ou du service.',
      'To receive messages, the notice address is that of “A message comes in” of the number or service.',
    ),
  ],
});

/** The id in normal form: Twilio reads large and small letters as different. */
const sidOf = (id: string): string => id.slice(0, 2).toUpperCase() + id.slice(2);
