// Entry point of the connector to Infobip's SMS API, version 3: many messages a request, each under
// our reference as its id, which Infobip takes once.

import type { SmsPart } from '@jokko/connectors/kit';
import { balanceMembers, httpCarrier } from '@jokko/connectors/kit/carrier';
import { goLiveItem, paidAccount, validityWithin } from '@jokko/connectors/kit/carrier';
import type { CarrierContext } from '@jokko/connectors/kit/carrier';
import { configuration, settingsOf, type Settings } from './config.ts';
import { betweenMs, logs } from './logs.ts';
import { codeOf, readAnswer } from './read-answer.ts';
import { readInbound, readReport, receive } from './receive.ts';
import { requestErrors } from './status-table.ts';

const partsMax = 100;
/** Seconds: 48 hours. */
const validityMax = 172_800;
/** What was on its way has arrived by the last one, or never will. */
const lookUpAfterMs = [5_000, 115_000];
const fetchedMax = 500;

export const infobipConnector = httpCarrier({
  name: 'infobip',
  configuration,
  settingsOf,
  account: ({ get }) => get('/account/1/balance'),
  balanceOf: balanceMembers,
  codeOf,
  codes: requestErrors,
  sending: (context) => ({
    requests: { partsMax, groupOf: () => '' },
    send: (parts) =>
      context.postJson('/sms/3/messages', {
        messages: parts.map((part) => messageOf(context, part)),
        options: { includeSmsCountInResponse: true },
      }),
    read: (answer, parts) => readAnswer(answer, parts, context),
    find: {
      afterMs: lookUpAfterMs,
      ask: (part) => logs.findPart(context, part),
      repeatsAbsent: true,
    },
  }),
  receive,
  records: logs,
  fetching({ settings, get }) {
    const pageOf = (path: string) => (limit: number) => get(path, { limit: String(limit) });
    return settings.pullReports
      ? {
          sources: [
            { what: 'reports', get: pageOf('/sms/3/reports') },
            { what: 'messages from phones', get: pageOf('/sms/1/inbox/reports') },
          ],
          member: 'results',
          limit: fetchedMax,
          betweenMs,
          receiptOf: readReport,
          inboundOf: readInbound,
        }
      : null;
  },
  goLive: [
    paidAccount,
    goLiveItem(
      'subscription',
      'L’abonnement (Subscriptions) aux rapports et aux messages reçus mène à l’adresse des notifications, avec la preuve configurée ; ou les rapports sont relevés, et par aucun autre programme.',
      'The subscription to reports and inbound messages leads to the notice address, with the proof that is configured; or reports are fetched, and by no other program.',
    ),
  ],
});

function messageOf({ settings, noticeUrl }: CarrierContext<Settings>, part: SmsPart): object {
  // What proves a notice is agreed for the account's subscription, and not for an address of a
  // message.
  const isAsked =
    !settings.pullReports && settings.noticeAuth === 'none' && noticeUrl !== undefined;
  return {
    sender: part.from,
    destinations: [{ to: part.to, messageId: part.ourRef }],
    content: { text: part.text },
    options: {
      validityPeriod: { amount: validityWithin(validityMax, part), timeUnit: 'SECONDS' },
    },
    webhooks: {
      ...(isAsked && { delivery: { url: noticeUrl }, contentType: 'application/json' }),
      callbackData: part.ourRef,
    },
  };
}
