// Judges whether a body above the usual limit may be a chat message with media of a known caller
// (rule H5): by the key in the header, by its first bytes, or by what all of it has shown.

import type { FastifyRequest } from 'fastify';
import { chatCode } from '@jokko/contract';
import { callerAddress } from '../../platform/http/guards/address.ts';
import type { MediaGate, Shown } from '../../platform/http/guards/body.ts';
import type { Refusal } from '../../platform/http/http-refusal.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';
import { authenticate } from './http-key.ts';

export type MediaGateDeps = Parameters<typeof authenticate>[0];

export interface NotingGate extends MediaGate {
  /** Why the last key that was shown is none; null when none was. */
  readonly keyRefusal: Refusal | null;
}

/** Longer than a member's name and a key: what a chunk ends with may go on in the next. */
const overlapCharacters = 512;
/** So many different keys of one body are looked at, nested ones included. */
const keysMax = 4;
const firstCharacter = /^(?:\xef\xbb\xbf)?\s*(\S)/;
const service = /"codeService"\s*:\s*"([^"\\]{1,64})"/;

/** The keys in bytes read as Latin-1. */
export function keysIn(text: string): string[] {
  return [...text.matchAll(/"apiKey"\s*:\s*"([^"\\]{1,200})"/g)].map(([, key]) => key!);
}

export function createMediaGate(request: FastifyRequest, deps: MediaGateDeps): NotingGate {
  const address = callerAddress(request);
  const language = callersLanguage(request.headers);
  const keys = new Set<string>();
  let carry = '';
  let namesChat = false;
  let keyRefusal: Refusal | null = null;
  const judge = async (body: string): Promise<Shown> => {
    const known = await authenticate(deps, { header: undefined, body, language }, address);
    if (known.ok) return 'yes';
    keyRefusal = known.refusal;
    return known.refusal === null ? 'notNow' : 'no';
  };
  return {
    address,
    get keyRefusal() {
      return keyRefusal;
    },
    introduced(introduction) {
      const header = request.headers['secretkey'];
      if (typeof header === 'string' && header !== '') return judge(header);
      const text = introduction.toString('latin1');
      if (!mayBecomeChat(text)) return Promise.resolve('no');
      const [key] = keysIn(text);
      return key === undefined ? Promise.resolve('later') : judge(key);
    },
    see(chunk) {
      const text = carry + chunk.toString('latin1');
      for (const key of keysIn(text)) if (keys.size < keysMax) keys.add(key);
      namesChat ||= text.includes(`"${chatCode}"`);
      carry = text.slice(-overlapCharacters);
    },
    async shown() {
      if (!namesChat) return 'no';
      for (const key of keys) {
        const shown = await judge(key);
        if (shown !== 'no') return shown;
      }
      return 'no';
    },
  };
}

/** Not what is no JSON object, and not what begins as an operation of another service. */
function mayBecomeChat(introduction: string): boolean {
  if (firstCharacter.exec(introduction)?.[1] !== '{') return false;
  const named = service.exec(introduction)?.[1] ?? chatCode;
  return named === chatCode || introduction.includes('"attachedMedia"');
}
