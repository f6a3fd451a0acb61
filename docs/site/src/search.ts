// Finds pages and sections by their words. The index is small and kept by the gateway, so that a
// search works without a script and a reader loads nothing for it.

import MiniSearch from 'minisearch';

export interface Indexed {
  /** Name of the page, with the anchor of the section: `callbacks#verify`. */
  page: string;
  title: string;
  text: string;
}

export interface Found {
  page: string;
  title: string;
  excerpt: string;
}

const chunkSize = 10;
const foundMax = 12;
const queryCharactersMax = 100;
const queryWordsMax = 8;
const excerptCharacters = 160;
const titleWeight = 4;

/** Without accents, in lower case: `réponse` and `reponse` are one word. */
const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The index is made a few pages at a time, so that nobody waits for a turn of the event loop. */
export async function createSearch(pages: readonly Indexed[]): Promise<(query: string) => Found[]> {
  const index = new MiniSearch<Indexed>({
    fields: ['title', 'text'],
    idField: 'page',
    processTerm: plain,
    searchOptions: {
      boost: { title: titleWeight },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 1 : false),
      combineWith: 'AND',
    },
  });
  await index.addAllAsync(pages, { chunkSize });
  const byPage = new Map(pages.map((each) => [each.page, each]));
  return (query) => {
    const words = wordsOf(query);
    const all = index.search(words.join(' '));
    // One word that no page has must not hide what the others find.
    const found = all.length > 0 ? all : index.search(words.join(' '), { combineWith: 'OR' });
    return found.slice(0, foundMax).map(({ id, terms }) => {
      const { page, title, text } = byPage.get(id as string)!;
      return { page, title, excerpt: excerptOf(text, terms) };
    });
  };
}

export const wordsOf = (query: string): string[] =>
  query
    .slice(0, queryCharactersMax)
    .split(/[\s/#?&=.,;:!()«»"“”]+/)
    .filter((word) => word !== '')
    .slice(0, queryWordsMax);

function excerptOf(text: string, terms: readonly string[]): string {
  const searched = text.toLowerCase();
  const places = terms.map((term) => searched.indexOf(term)).filter((at) => at >= 0);
  const at = Math.max(0, Math.min(...places, text.length) - excerptCharacters / 4);
  const start = places.length === 0 || at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const end = start + excerptCharacters;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}
