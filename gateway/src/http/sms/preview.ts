// POST /api/sms/preview: what would a request send, and what would it cost?

import type { FastifyInstance } from 'fastify';
import { readSmsPreview, smsCodes, smsTexts, toJsonNumber, type SmsPreviewResponse } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import { previewMessages, type Preview } from '../../domain/sms/index.ts';
import type { Routing } from '../../domain/sms-routing/index.ts';
import { registerSmsPost, type SmsEndpointDeps } from './endpoint.ts';
import { refusedAnswer } from './send-sms.ts';

export type PreviewDeps = SmsEndpointDeps & { database: Session; routing(): Routing };

export function registerPreview(app: FastifyInstance, deps: PreviewDeps): void {
  registerSmsPost(app, deps, { path: '/api/sms/preview', kind: 'read', read: readSmsPreview }, async (call, command) => {
    const { language } = call.app;
    const request = { content: command.content, sender: command.sender?.sender ?? null, msisdns: command.msisdn };
    const previewed = await previewMessages({ database: deps.database, routing: deps.routing() }, call.app, request);
    if (!previewed.ok) return refusedAnswer(previewed.refusal, language);
    const data = present(previewed.preview);
    return { body: { code: smsCodes.read, error: false, msg: smsTexts[language].ok(), data } satisfies SmsPreviewResponse };
  });
}

function present({ text, recipients, prices }: Preview): SmsPreviewResponse['data'] {
  const parts = BigInt(text.parts.length);
  const total = prices.reduce((sum, price) => sum + price.pricePerPart * parts * BigInt(price.recipients), 0n);
  return {
    encoding: text.encoding,
    content: text.text,
    parts: text.parts.length,
    units: text.units,
    freeUnits: text.freeUnits,
    replaced: text.replaced,
    recipients: recipients?.count ?? 0,
    currency: recipients?.currency ?? null,
    total: recipients === null ? null : toJsonNumber(total),
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
