// Decides to whom an inbound message is addressed, and whether it ends or renews its sender's
// consent.

import type { RoutingDocument } from './document.ts';
import { appNumberOf } from './document.ts';
import type { InboundReading } from './routing.ts';

/** Compared without accents, and with the misspellings that people send. */
const defaultStopWords = [
  ...['STOP', 'STOPP', 'STOPPER', 'STOPPEZ', 'STOPPE', 'STOPER', 'STOPALL', 'STOPTOUT'],
  ...['ARRET', 'ARRETE', 'ARRETER', 'ARRETEZ', 'ARRETTE', 'ARRETTER', 'ARRETTEZ'],
  ...['DESABO', 'DESABONNE', 'DESABONNER', 'DESABONNEZ', 'DESABONNEMENT'],
  ...['DESINSCRIRE', 'DESINSCRIVEZ', 'DESINSCRIPTION'],
  ...['UNSUBSCRIBE', 'UNSUB', 'OPTOUT'],
  // Wolof: leave it, stop.
  ...['BAYIL', 'BAYYIL', 'BAYI', 'BAYYI', 'BAYILEEN', 'BAYYILEEN', 'TAXAWAL', 'TAXAWALEEN'],
];
const defaultStartWords = ['START', 'REPRENDRE'];

/** Earlier releases wrote this list into the document of an installation: nobody chose it. */
const listOfEarlierReleases = 'STOP ARRET ARRÊT STOPPER UNSUBSCRIBE DESABO';

/**
 * Words of politeness, greetings, and those for the messages themselves: beside a stop or start
 * word they change nothing.
 */
const empty: ReadonlySet<string> = new Set([
  ...['BONJOUR', 'BJR', 'BONSOIR', 'BSR', 'SALUT', 'HELLO', 'HI', 'CORDIALEMENT'],
  ...['BONNE', 'JOURNEE', 'SOIREE', 'AU'],
  ...['SVP', 'STP', 'MERCI', 'BEAUCOUP', 'BCP', 'S', 'V', 'P', 'IL', 'VOUS', 'TE', 'PLAIT', 'MOI'],
  ...['PLEASE', 'PLS', 'PLZ', 'THANKS', 'THANK', 'YOU', 'ME'],
  ...['SMS', 'MESSAGE', 'MESSAGES', 'MSG', 'PUB', 'PUBS', 'PUBLICITE', 'TOUT'],
  ...['LES', 'VOS', 'CES', 'MES', 'LA', 'VOTRE', 'CETTE', 'CE', 'AUX', 'TOUS', 'TOUTES', 'JE'],
  // Wolof: let me.
  'MA',
]);

/**
 * UTF-16 units. A longer text is no stop word, a longer word no keyword: what is looked at must not
 * cost more for a long text.
 */
const wordUnitsMax = 64;
/** Within so many units of a text its first word begins. */
const beginningUnits = 256;

interface NumberEntry {
  /** The app that gets what no keyword chooses. */
  alone: number | null;
  byKeyword: Map<string, number>;
}

/** As `Routing.inboundOf`. */
export function compileInbound(
  document: RoutingDocument,
): (number: string, text: string) => InboundReading {
  const entries = compileEntries(document);
  const consentOf = compileConsent(document);
  return (number, text) => {
    const { alone, byKeyword } = entries.get(number) ?? {
      alone: null,
      byKeyword: new Map<string, number>(),
    };
    const keywordApp = (word: string): number | null => byKeyword.get(upper(word)) ?? null;
    const all = wordsOf(text);
    const words = essentialOf(all, number, (word) => keywordApp(word) !== null);
    const [first = '', second = ''] = words;
    const consentOfAll = consentOf(words.join('')) ?? consentOf(all.join(''));
    const chosen = (word: string, consent: InboundReading['consent']): InboundReading | null => {
      const app = keywordApp(word);
      return app === null ? null : { apps: [app], keyword: word, consent };
    };
    // Spelled or in two: "S.T.O.P", "OPT-OUT", "STOP ALL".
    if (consentOfAll !== null)
      return (
        chosen(first, consentOfAll) ?? {
          apps: appsOf(alone, byKeyword),
          keyword: null,
          consent: consentOfAll,
        }
      );
    if (words.length === 2) {
      const named = chosenByTwo(chosen, consentOf, [first, second]);
      if (named !== null) return named;
    }
    return (
      chosen(firstWordOf(text), null) ?? {
        apps: alone === null ? [] : [alone],
        keyword: null,
        consent: null,
      }
    );
  };
}

/**
 * Without what changes nothing and repetitions: "STOP SVP", "Bonjour, stop", "STOP au 36200" to
 * that number, "STOP STOP". Keywords stay.
 */
function essentialOf(
  words: readonly string[],
  number: string,
  isKeyword: (word: string) => boolean,
): string[] {
  const essential = words.filter(
    (word) => isKeyword(word) || !(empty.has(bare(word)) || word === number),
  );
  return [...new Map(essential.map((word) => [bare(word), word])).values()];
}

/** "STOP PROMO" and "PROMO STOP" end what the keyword stands for. */
function chosenByTwo(
  chosen: (word: string, consent: InboundReading['consent']) => InboundReading | null,
  consentOf: (word: string) => InboundReading['consent'],
  [first, second]: [string, string],
): InboundReading | null {
  const [ofFirst, ofSecond] = [consentOf(first), consentOf(second)];
  return (
    (ofFirst === null ? null : chosen(second, ofFirst)) ??
    (ofSecond === null ? null : chosen(first, ofSecond))
  );
}

function compileEntries({ inbound = [] }: RoutingDocument): Map<string, NumberEntry> {
  const entries = new Map<string, NumberEntry>();
  for (const { number, keyword, app } of inbound) {
    const entry = entries.get(number) ?? { alone: null, byKeyword: new Map() };
    entries.set(number, entry);
    if (keyword === undefined) entry.alone = appNumberOf(app);
    else entry.byKeyword.set(upper(keyword), appNumberOf(app));
  }
  return entries;
}

/**
 * Who writes STOP to a number that several apps share means all of them: which one wrote last only
 * they know.
 */
const appsOf = (alone: number | null, byKeyword: ReadonlyMap<string, number>): number[] => [
  ...new Set([...(alone === null ? [] : [alone]), ...byKeyword.values()]),
];

/** Whether a word ends or renews consent. */
function compileConsent({
  stopWords,
  startWords,
}: RoutingDocument): (word: string) => InboundReading['consent'] {
  const isOwn = stopWords !== undefined && stopWords.join(' ') !== listOfEarlierReleases;
  const stop = new Set((isOwn ? stopWords : defaultStopWords).map(bare));
  const start = new Set((startWords ?? defaultStartWords).map(bare));
  return (word) => (stop.has(bare(word)) ? 'stop' : start.has(bare(word)) ? 'start' : null);
}

/**
 * All words of a short text; none of a long one: "stop by tomorrow" ends nothing, and a text of a
 * megabyte even less.
 */
function wordsOf(text: string): string[] {
  const short = text.trim();
  return short.length > wordUnitsMax
    ? []
    : (plain(short)
        .replace(dotWithin, '')
        .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []);
}

/** The dots in a word of which each letter has one: S.V.P */
const dotWithin = /(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu;

function firstWordOf(text: string): string {
  const word =
    /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/u.exec(plain(text.slice(0, beginningUnits)))?.[0] ?? '';
  return word.length > wordUnitsMax ? '' : word;
}

/**
 * Without what is not seen, and full-width letters as those of a keyboard: some phones write them.
 */
const plain = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');

/** Without accents: half of the phones write ARRÊT as ARRET. */
const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** Composed, so that Ê is one letter however the phone wrote it. */
const upper = (text: string): string => text.normalize('NFC').toUpperCase();
