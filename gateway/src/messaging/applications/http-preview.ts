// POST /api/sms/preview: returns what a request would send and what it would cost.

import {
  charactersOutsideGsm,
  readSmsPreview,
  smsCodes,
  smsTexts,
  toJsonNumber,
  type SmsPreviewResponse,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { previewMessages, totalsOfPreview, type Preview } from './index.ts';
import type { Routing } from '../routing/index.ts';
import { smsPost, type SmsEndpoint, type SmsEndpointDeps } from '../api/http-endpoint.ts';
import { refusedAnswer } from './http-send-sms.ts';

export type PreviewDeps = SmsEndpointDeps & { database: Session; routing(): Routing };

export function previewEndpoint(deps: PreviewDeps): SmsEndpoint {
  return smsPost({
    method: 'POST',
    path: '/api/sms/preview',
    kind: 'read',
    read: readSmsPreview,
    handle: async (call, command) => {
      const { language } = call.app;
      const request = {
        content: command.content,
        sender: command.sender?.sender ?? null,
        msisdns: command.msisdn,
      };
      const previewed = await previewMessages(
        { database: deps.database, routing: deps.routing() },
        call.app,
        request,
      );
      if (!previewed.ok) return refusedAnswer(previewed.refusal, language);
      const data = present(previewed.preview, call.app);
      return {
        body: {
          code: smsCodes.read,
          error: false,
          msg: smsTexts[language].ok(),
          data,
        } satisfies SmsPreviewResponse,
      };
    },
  });
}

function present(
  preview: Preview,
  { transliterate }: { transliterate: boolean },
): SmsPreviewResponse['data'] {
  const { text, recipients, prices } = preview;
  const parts = BigInt(text.parts.length);
  const totals =
    recipients === null
      ? []
      : Array.from(totalsOfPreview(preview), ([currency, total]) => ({
          currency,
          total: toJsonNumber(total),
        }));
  // Amounts of several currencies have no sum.
  const only = totals.length === 1 ? totals[0]! : null;
  return {
    encoding: text.encoding,
    content: text.text,
    parts: text.parts.length,
    units: text.units,
    freeUnits: text.freeUnits,
    replaced: text.replaced,
    outsideGsm: text.encoding === 'ucs2' ? charactersOutsideGsm(text.text, transliterate) : [],
    recipients: recipients?.count ?? 0,
    currency: only?.currency ?? null,
    total: only?.total ?? null,
    totals,
    prices: prices.map(({ country, operator, currency, pricePerPart, recipients: count }) => ({
      country,
      operator,
      currency,
      pricePerPart: toJsonNumber(pricePerPart),
      pricePerRecipient: toJsonNumber(pricePerPart * parts),
      recipients: count,
      total: toJsonNumber(pricePerPart * parts * BigInt(count)),
    })),
  };
}
