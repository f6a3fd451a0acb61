// This provider as a carrier of the kit: one message a request, looked up by our reference when its
// answer is lost.

import type { SmsContext } from '@jokko/connectors/kit';
import { accepted } from '@jokko/connectors/kit/carrier';
import type { Carrier } from '@jokko/connectors/kit/carrier';
import { getMessage, introduce, postMessage } from './call.ts';
import { settingsOf } from './config.ts';
import type { SmsHttpConfig } from './config.ts';
import { readAnswer, readLookUp } from './read-answer.ts';

/**
 * The request may still be on its way when its answer is lost, so that a status query that finds nothing proves nothing; these two are for
 * the usual case, in which it had arrived.
 */
const lookUpAfterMs = [300, 3_000];

export function carrierOf(context: SmsContext<SmsHttpConfig>): Carrier {
  const { window, ratePerSec } = settingsOf(context.config);
  return {
    name: 'sms-http',
    window,
    ratePerSec,
    partsPerRequest: 1,
    groupOf: ({ ourRef }) => ourRef,
    greet: () => problemOf(context),
    async submit([part]) {
      return [readAnswer(await postMessage(context, part!), part!.ourRef, context.log)];
    },
    find: {
      afterMs: lookUpAfterMs,
      async ask({ ourRef }) {
        const id = readLookUp(await getMessage(context, ourRef), ourRef);
        return id === null ? { kind: 'unknown' } : { kind: 'read', reading: accepted(id) };
      },
    },
  };
}

/** Null when the provider knows us. */
async function problemOf(context: SmsContext<SmsHttpConfig>): Promise<string | null> {
  const result = await introduce(context);
  if (result.kind === 'answer' && result.status === 200) return null;
  if (result.kind !== 'answer') return `no connection: ${result.cause}`;
  const { outcome } = readAnswer(result, '', () => {});
  return 'code' in outcome ? `HTTP ${result.status}: ${outcome.code}` : `HTTP ${result.status}`;
}
