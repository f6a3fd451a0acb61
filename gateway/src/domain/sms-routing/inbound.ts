// Whom is an inbound message for, and does it end or renew its writer's consent?

import type { RoutingDocument } from './document.ts';

const defaultStopWords = ['STOP', 'ARRET', 'ARRÊT', 'STOPPER', 'UNSUBSCRIBE', 'DESABO'];
const defaultStartWords = ['START', 'REPRENDRE'];

/** As `Routing.appOf`. */
export function compileInbound(document: RoutingDocument): (number: string, text: string) => number | null {
  const appByKey = new Map((document.inbound ?? []).map(({ number, keyword, app }) => [keyOf(number, keyword ?? ''), app]));
  return (number, text) => {
    const word = /[\p{L}\p{M}\p{N}]+/u.exec(text)?.[0] ?? '';
    return appByKey.get(keyOf(number, word)) ?? appByKey.get(keyOf(number, '')) ?? null;
  };
}

/** As `Routing.consentOf`. Only a text that is nothing but the word counts: "stop by tomorrow" ends nothing. */
export function compileConsent({ stopWords, startWords }: RoutingDocument): (text: string) => 'stop' | 'start' | null {
  const stop = new Set((stopWords ?? defaultStopWords).map(upper));
  const start = new Set((startWords ?? defaultStartWords).map(upper));
  return (text) => {
    const word = upper(text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''));
    return stop.has(word) ? 'stop' : start.has(word) ? 'start' : null;
  };
}

const keyOf = (number: string, keyword: string): string => `${number} ${upper(keyword)}`;

/** Composed, so that Ê is one letter however the phone wrote it. */
const upper = (text: string): string => text.normalize('NFC').toUpperCase();
