// Authenticates the account of a request and checks that its key may be used like this. The key is
// in the body or in the header `Secretkey`; both must agree (rule H4). An unidentified caller gets
// 4001; a known key that lacks permission gets 4003.

import { codes, suggestions, texts, type Language } from '@jokko/contract';
import { permits } from '../accounts/index.ts';
import type { Account, Directory, KeyAccess, KeyFound, Permission } from '../accounts/index.ts';
import type { Admission } from '../../platform/http/guards/admission.ts';
import { refusal, refusalOfField, type Refusal } from '../../platform/http/http-refusal.ts';

interface KeyPlaces {
  header: string | string[] | undefined;
  body: unknown;
  /** The language of what is told before the account is known. */
  language: Language;
  /** Where else a caller has put one, in the words of a sentence. Asked only when there is none. */
  elsewhere?: () => string | null;
}
export type Authenticated =
  { ok: true; account: Account; access: KeyAccess; apiKey: string } | NotAuthenticated;
/** Without a refusal nothing is wrong with the key: it cannot be looked up for now. */
interface NotAuthenticated {
  ok: false;
  refusal: Refusal | null;
}

const keyCharactersMax = 200;

/** `address`: the caller's (address.ts); null when it is not known. */
export async function authenticate(
  { directory, admission }: { directory: Directory; admission: Pick<Admission, 'unknownCallers'> },
  { header, body, language, elsewhere = () => null }: KeyPlaces,
  address: string | null,
): Promise<Authenticated> {
  const say = texts[language];
  const hint = suggestions[language];
  const inHeader = typeof header === 'string' && header !== '' ? header : null;
  if (body !== undefined && body !== null && typeof body !== 'string')
    return refuse(say.keyInvalid());
  const inBody = typeof body === 'string' && body !== '' ? body : null;
  if (inHeader !== null && inBody !== null && inHeader !== inBody) return refuse(say.keysDiffer());
  const apiKey = inBody ?? inHeader;
  if (apiKey === null) {
    const place = elsewhere();
    return refuse(say.keyMissing(), place === null ? null : hint.keyElsewhere(place));
  }
  if (apiKey.startsWith('js_')) return refuse(say.keyInvalid(), hint.isSmsKey());
  if (apiKey.length > keyCharactersMax) return refuse(say.keyInvalid());
  const found = await directory.byKey(apiKey, admission.unknownCallers);
  return judge(found, { apiKey, address, language });
}

function judge(
  found: KeyFound,
  { apiKey, address, language }: { apiKey: string; address: string | null; language: Language },
): Authenticated {
  switch (found.type) {
    case 'valid': {
      const { account, access } = found;
      // Told only to who has the key: the whole of it has matched.
      return access.allowFrom === null || (address !== null && access.allowFrom.has(address))
        ? { ok: true, account, access, apiKey }
        : refuse(texts[account.language].keyNotFromHere({ address: address ?? '?' }));
    }
    case 'notNow':
      return { ok: false, refusal: null };
    default:
      return refuse(whyNotValid(found, language));
  }
}

/**
 * What is told to whoever shows a key that is none, or none any more; `language`: where it was
 * nobody's.
 */
export function whyNotValid(
  found: Exclude<KeyFound, { type: 'valid' | 'notNow' }>,
  language: Language,
): string {
  switch (found.type) {
    case 'expired':
      return texts[found.language].keyExpired();
    case 'revoked':
      return texts[found.language].keyRevoked();
    case 'mistyped':
      return texts[language].keyMistyped();
    case 'unknown':
      return texts[language].keyInvalid();
  }
}

/**
 * Why a key must not do what the request asks for, or null. `codeService`: as the request names it.
 */
export function keyRefusal(
  access: KeyAccess,
  { language }: Account,
  permission: Permission,
  codeService: unknown,
): Refusal | null {
  const say = texts[language];
  if (!permits(access.scope, permission)) {
    if (permission === 'listen') return refusal(codes.notActivated, say.keyDoesNotListen());
    return refusal(
      codes.notActivated,
      permits(access.scope, 'write') ? say.keyMakesNoRefunds() : say.keyReadsOnly(),
    );
  }
  if (
    access.services === null ||
    typeof codeService !== 'string' ||
    access.services.has(codeService)
  )
    return null;
  return otherServiceRefusal({ language }, codeService);
}

/** What a key is told that is for other services than this one. */
export const otherServiceRefusal = (
  { language }: Pick<Account, 'language'>,
  codeService: string,
): Refusal => refusal(codes.notActivated, texts[language].keyNotForService({ codeService }));

function refuse(msg: string, suggestion: string | null = null): NotAuthenticated {
  return { ok: false, refusal: refusalOfField(codes.badKey, 'apiKey', msg, suggestion) };
}
