// GET phone-info: country and operator of a number, and the account's services that reach it.

import {
  checkPhoneInfo,
  codes,
  normalisePhone,
  texts,
  type FieldFault,
  type PhoneInfo,
} from '@jokko/contract';
import { invalidFields } from '../api/http-refusal.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import type { EndpointDeps, PaymentsEndpoint } from '../api/http-endpoint.ts';
import { serviceFor, type NumberInfoOf } from './index.ts';
import { listedServices } from './http-listed-services.ts';
import { createSecondLimit } from './second-limit.ts';

const perSecond = 10;
const usualCountry = 'SN';

export interface PhoneInfoDeps extends Pick<EndpointDeps, 'catalogue'> {
  hasProvider(route: string): boolean;
  numberInfo: NumberInfoOf;
}

export function phoneInfoEndpoint(deps: PhoneInfoDeps): PaymentsEndpoint {
  const isWithin = createSecondLimit(perSecond);
  return {
    method: 'GET',
    path: '/api-services/phone-info',
    refusalForm: envelopeForm,
    load: 'read',
    handle: async ({ account, access, reply }) => {
      const { language } = account;
      if (!isWithin(access.id)) {
        reply.header('retry-after', 1);
        return { refused: refusal(codes.tooMany, texts[language].tooManyCalls()) };
      }
      const query = reply.request.query as { phone?: string; country?: string };
      const faults: readonly FieldFault[] = checkPhoneInfo(query);
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
      return { body: { code: codes.done, msg: texts[language].ok(), error: false, data } };
    },
  };
}
