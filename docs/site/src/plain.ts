// A guide without markup: as Markdown that anybody reads, and as the words of its sections.

import { Marked, type Token, type Tokens } from 'marked';
import type { Guide } from './contents.ts';
import { headingOf, readRequest, withBaseUrl } from './markdown.ts';
import { receivers } from './receivers.ts';
import { requestAsCurl, exampleTabs, fileTab } from './samples.ts';

const lexer = new Marked();

/** With the code that the blocks of ours stand for. */
export function plainMarkdown({ title, description, source }: Guide, baseUrl: string): string {
  const parts = lexer.lexer(source).map((token) => {
    if (token.type === 'heading')
      return `${'#'.repeat(token['depth'] as number)} ${headingOf((token as Tokens.Heading).text).words}\n\n`;
    return token.type === 'code' ? codeOf(token as Tokens.Code, baseUrl) : token.raw;
  });
  return withBaseUrl(`# ${title}\n\n> ${description}\n\n${parts.join('')}`, baseUrl);
}

function codeOf({ lang = '', text, raw }: Tokens.Code, baseUrl: string): string {
  const [kind, name = ''] = lang.split(' ');
  const file = fileTab(name);
  if (kind === 'request') {
    const request = readRequest(lang, text);
    const example = request.example === null ? [] : exampleTabs(request.example);
    return [{ language: 'bash', code: requestAsCurl(request, baseUrl) }, ...example]
      .map(fence)
      .join('');
  }
  if (kind === 'example') return (file === null ? exampleTabs(name) : [file]).map(fence).join('');
  if (kind === 'receivers')
    return receivers.map(({ block, code }) => fence({ language: block, code })).join('');
  return raw;
}

const fence = ({ language, code }: { language: string; code: string }): string =>
  `\`\`\`${language}\n${code.trimEnd()}\n\`\`\`\n\n`;

export interface Section {
  /** Null: what stands before the first heading. */
  id: string | null;
  text: string;
  words: string;
}

export function sectionsOf(source: string): Section[] {
  const sections: Section[] = [{ id: null, text: '', words: '' }];
  for (const token of lexer.lexer(source)) {
    if (token.type === 'heading') {
      const { id, words } = headingOf((token as Tokens.Heading).text);
      sections.push({ id, text: words, words: '' });
    } else sections.at(-1)!.words += ` ${wordsOfToken(token)}`;
  }
  return sections;
}

/** Code is left out. */
function wordsOfToken(token: Token): string {
  if (token.type === 'code') return '';
  return token.raw
    .replaceAll(/\]\([^)\s]*\)/g, ' ')
    .replaceAll(/[`*[\]|>#]+|-{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ');
}
