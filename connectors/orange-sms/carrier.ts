// Orange as a carrier of the kit: one text to one number a request. It can be asked for no message,
// so that a lost answer stays unknown unless a notice tells.

import { createTokenCache } from '@jokko/connectors/kit';
import type { SmsContext } from '@jokko/connectors/kit';
import { greetingProblem, readingOf, refused, senderKind } from '@jokko/connectors/kit/carrier';
import type { Carrier } from '@jokko/connectors/kit/carrier';
import { getContracts, postMessage, type OrangeContext } from './call.ts';
import { settingsOf } from './config.ts';
import type { OrangeSmsConfig } from './config.ts';
import { codeOf, readAnswer, reasonOf } from './read-answer.ts';

export function carrierOf(context: SmsContext<OrangeSmsConfig>): Carrier {
  const { window, ratePerSec } = settingsOf(context.config);
  const withToken = contextWithTokens(context);
  return {
    name: 'orange-sms',
    window,
    ratePerSec,
    async greet() {
      const result = await getContracts(withToken);
      return greetingProblem(
        result,
        reasonOf(result, [context.config.clientSecret]) ?? codeOf(result),
      );
    },
    async submit([part]) {
      if (senderKind(part!.from) === 'none') return [readingOf(refused('bad_sender'), 'sender')];
      return [readAnswer(await postMessage(withToken, part!), part!, context)];
    },
  };
}

export const contextWithTokens = (context: SmsContext<OrangeSmsConfig>): OrangeContext => ({
  ...context,
  token: createTokenCache(),
});
