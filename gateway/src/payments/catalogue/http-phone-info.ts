// GET phone-info: country and operator of a number, and the account's services that reach it.

import {
  checkPhoneInfo,
  codes,
  normalisePhone,
  phoneInfoEndpoint,
  texts,
  type PhoneInfo,
} from '@jokko/contract';
import { invalidFields } from '../api/http-refusal.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { success } from '../api/http-answer.ts';
import type { EndpointDeps, PaymentsEndpoint } from '../api/http-endpoint.ts';
import { implementUnchecked } from '../api/http-implement.ts';
import { serviceFor, type NumberInfoOf } from './index.ts';
import { listedServices } from './http-listed-services.ts';
import { createSecondLimit } from './second-limit.ts';

const perSecond = 10;
const usualCountry = 'SN';

export interface PhoneInfoDeps extends Pick<EndpointDeps, 'catalogue'> {
  hasProvider(route: string): boolean;
  numberInfo: NumberInfoOf;
}

export function implementPhoneInfo(deps: PhoneInfoDeps): PaymentsEndpoint {
  const isWithin = createSecondLimit(perSecond);
  return implementUnchecked(phoneInfoEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    handle: async ({ account, access, reply }) => {
      const { language } = account;
      if (!isWithin(access.id)) {
        reply.header('retry-after', 1);
        return { refused: refusal(codes.tooMany, texts[language].tooManyCalls()) };
      }
      const query = reply.request.query as { phone?: string; country?: string };
      const faults = checkPhoneInfo(query);
      if (faults.length > 0) return { refused: invalidFields(faults, language) };
      const country = (query.country ?? usualCountry).toUpperCase();
      const e164 =
        normalisePhone(query.phone!, country) ??
        normalisePhone(query.phone!, '', { countryCodeRequired: true });
      if (e164 === null)
        return { refused: invalidFields([{ field: 'phone', problem: 'invalidPhone' }], language) };
      const number = await deps.numberInfo(e164);
      const services = listedServices(deps, account, access);
      const data: PhoneInfo = {
        e164,
        country: number?.country ?? null,
        operator: number?.operator ?? null,
        ported: number?.isPorted ?? false,
        services: {
          collect: number === null ? null : serviceFor(services, 'collect', number),
          payOut: number === null ? null : serviceFor(services, 'payout', number),
        },
      };
      return success(texts[language].ok(), data);
    },
  });
}
