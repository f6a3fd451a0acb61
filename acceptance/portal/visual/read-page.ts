// Reads the text of a page and finds what is not meant for users: texts in the wrong language,
// identifiers of the program, values that rendered as nothing.

import type { Page } from 'playwright-core';
import { plainText, type Dictionaries } from './dictionaries.ts';

/** `names`: what people called things, which are no words of any language. */
export interface Reading {
  dictionaries: Dictionaries;
  names: ReadonlySet<string>;
  /** What was found in texts that were read before: menus and headings stand on every page. */
  read: Map<string, readonly string[]>;
}

interface Said {
  text: string;
  /** It stands as code, or says itself that it is in another language. */
  quoted: boolean;
}

/** Every text that is shown or read out. Runs in the page. */
const collectTexts = `(() => {
  const said = [];
  const quoted = (element) => element.closest('code, pre, textarea, script, style, .code-block') !== null || element.closest('[lang]') !== document.documentElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement !== null && textContent.trim() !== '' && parentElement.closest('script, style, noscript') === null && parentElement.checkVisibility()) said.push({ text: textContent, quoted: quoted(parentElement) });
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']')) said.push({ text: element.getAttribute(name), quoted: quoted(element) });
  said.push({ text: document.title, quoted: false });
  return said;
})()`;

const cameToNothing =
  /\[object |\bNaN\b|\bundefined\b|\bInvalid Date\b|\bnull\b|\bInfinity\b|(?<!\$)\{\w*\}|(?<!« |“)__\w+__/;
/**
 * camelCase, snake_case and SHOUTING are names from the program; codes of services and other names
 * have digits or stand as code.
 */
const rawName = /^(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+|[A-Z]{4,}(?:_[A-Z]+)*)$/;
/** Not within a word, nor within a key that is shown in part. */
const littleWords = {
  fr: /(?<![\p{L}\p{N}'’_…-])(?:le|les|des|une|est|pas|pour|avec|dans|cette|vous|sont|aucune?)(?![\p{L}\p{N}'’_…-])/iu,
  en: /(?<![\p{L}\p{N}'’_…-])(?:the|of|and|with|is|was|has|not|for|from|your|this|that|are)(?![\p{L}\p{N}'’_…-])/iu,
};

/** What is wrong with the texts of the page as it is now; empty when nothing is. */
export async function readPage(
  page: Page,
  language: 'fr' | 'en',
  reading: Reading,
): Promise<string[]> {
  const said = await page.evaluate<Said[]>(collectTexts);
  const problems = new Set<string>();
  for (const { text: asIs, quoted } of said) {
    const text = plainText(asIs);
    const key = `${language} ${quoted} ${text}`;
    const found = reading.read.get(key) ?? readText({ text, quoted }, language, reading);
    reading.read.set(key, found);
    for (const problem of found) problems.add(problem);
  }
  return [...problems];
}

function readText(
  { text, quoted }: Said,
  language: 'fr' | 'en',
  { dictionaries: { only, pieces }, names }: Reading,
): string[] {
  const other = language === 'fr' ? 'en' : 'fr';
  const problems: string[] = [];
  const tell = (what: string): void => void problems.push(`${what}: ${text.slice(0, 160)}`);
  if (cameToNothing.test(text) && !quoted) tell('came to nothing');
  // The text of an error may stand behind its code.
  if (quoted || names.has(text) || names.has(text.replace(/^[a-z_]+ · /, ''))) return problems;
  if (only[other].has(text) || pieces[other].some((piece) => text.includes(piece)))
    tell('text of the other language');
  else if (littleWords[other].test(text)) tell('words of the other language');
  if (rawName.test(text)) tell('name from the program');
  if (language === 'fr' && /\p{L}'\p{L}/u.test(text)) tell('straight apostrophe');
  return problems;
}
