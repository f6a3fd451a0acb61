// Parses and validates the page of a list that a GET asks for.

import {
  smsPageMax,
  smsStates,
  smsTexts,
  type Language,
  type SmsQueryParameter,
  type SmsState,
} from '@jokko/contract';
import { refuseField, type SmsAnswer } from './http-endpoint.ts';

/** A parameter that is given twice comes as a list. */
type Given = { readonly [name: string]: string | string[] | undefined };

export type Page =
  { ok: true; after: string; limit: number | null } | { ok: false; answer: SmsAnswer };
export type MessagesQuery =
  | {
      ok: true;
      after: number;
      limit: number | null;
      state: SmsState | null;
      format: 'json' | 'csv';
    }
  | { ok: false; answer: SmsAnswer };

const refuse = (name: SmsQueryParameter, language: Language): { ok: false; answer: SmsAnswer } => ({
  ok: false,
  answer: refuseField(name, smsTexts[language].query[name]),
});

/** `after`: digits, "0" when not given. `limit`: null when not given. */
export function readPage(query: unknown, language: Language, afterMax: number): Page {
  const { after = '0', limit } = query as Given;
  if (typeof after !== 'string' || !/^\d{1,16}$/.test(after) || Number(after) > afterMax)
    return refuse('after', language);
  if (limit === undefined) return { ok: true, after, limit: null };
  const rows = typeof limit === 'string' && /^\d{1,5}$/.test(limit) ? Number(limit) : 0;
  return rows >= 1 && rows <= smsPageMax
    ? { ok: true, after, limit: rows }
    : refuse('limit', language);
}

const positionMax = 2_147_483_647;

export function readMessagesQuery(query: unknown, language: Language): MessagesQuery {
  const page = readPage(query, language, positionMax);
  if (!page.ok) return page;
  const { state: askedState, format = 'json' } = query as Given;
  const state = askedState === undefined ? null : smsStates.find((each) => each === askedState);
  if (state === undefined) return refuse('state', language);
  if (format !== 'json' && format !== 'csv') return refuse('format', language);
  return { ok: true, after: Number(page.after), limit: page.limit, state, format };
}
