// Which account speaks? The key in the body or in the header `Secretkey`; both must agree (rule H4).

import { codes, defaultLanguage, texts } from '@jokko/contract';
import type { Account, Directory } from '../../domain/accounts/index.ts';
import { refusal, type Refusal } from '../present/refusal.ts';

interface KeyPlaces {
  header: string | string[] | undefined;
  body: unknown;
}
export type Authenticated = { ok: true; account: Account; apiKey: string } | { ok: false; refusal: Refusal };

const keyCharactersMax = 200;

export async function authenticate(directory: Directory, { header, body }: KeyPlaces): Promise<Authenticated> {
  const say = texts[defaultLanguage];
  const refuse = (msg: string): Authenticated => ({ ok: false, refusal: refusal(codes.badKey, msg) });
  const inHeader = typeof header === 'string' && header !== '' ? header : null;
  if (body !== undefined && body !== null && typeof body !== 'string') return refuse(say.keyInvalid());
  const inBody = typeof body === 'string' && body !== '' ? body : null;
  if (inHeader !== null && inBody !== null && inHeader !== inBody) return refuse(say.keysDiffer());
  const apiKey = inBody ?? inHeader;
  if (apiKey === null) return refuse(say.keyMissing());
  const account = apiKey.length > keyCharactersMax ? null : await directory.byKey(apiKey);
  return account === null ? refuse(say.keyInvalid()) : { ok: true, account, apiKey };
}
