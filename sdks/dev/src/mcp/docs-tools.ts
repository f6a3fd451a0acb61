// Tools that read the documentation of the installation. They need no key.

import { Mistake } from '../options.ts';
import { partOf } from './answer.ts';
import { textOfPage } from './page-text.ts';
import type { Api, Tool } from './tool.ts';

const language = {
  type: 'string',
  enum: ['en', 'fr'],
  description: 'Language of the documentation; en unless given.',
};

interface Found {
  page: string;
  title: string;
  excerpt: string;
}

const searchDocs: Tool = {
  name: 'search_docs',
  description:
    'Find pages of the documentation: guides, the reference of each call, errors. Read what it finds with get_page.',
  writes: false,
  input: {
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 100, description: 'A few words.' },
      language,
    },
    required: ['query'],
  },
  async run({ query, language: in_ = 'en' }, api) {
    const found = await search(api, String(query), String(in_));
    if (found.length === 0) return 'Nothing was found. Try fewer or other words.';
    return found.map(({ page, title, excerpt }) => `${page}: ${title}\n  ${excerpt}`).join('\n');
  },
};

const getPage: Tool = {
  name: 'get_page',
  description:
    'Read a page of the documentation, such as "start", "collect", "callbacks", "reference/operation", "errors/26". A long page comes in parts: ask again with `from`.',
  writes: false,
  input: {
    properties: {
      page: {
        type: 'string',
        pattern: '^[A-Za-z0-9/_#-]{1,100}$',
        description: 'As search_docs names it.',
      },
      from: { type: 'integer', minimum: 0, description: 'Character at which to go on.' },
      language,
    },
    required: ['page'],
  },
  run: ({ page, from = 0, language: in_ = 'en' }, api) =>
    readPage(api, { page: String(page), from: Number(from), language: String(in_) }),
};

const explainError: Tool = {
  name: 'explain_error',
  description:
    'What a code of an answer (4009), or an entry of the error catalogue by id (26) or code (insufficient_balance), means and what to do about it.',
  writes: false,
  input: {
    properties: {
      error: { type: 'string', pattern: '^[A-Za-z0-9_]{1,60}$', description: 'Code or id.' },
      language,
    },
    required: ['error'],
  },
  async run({ error, language: in_ = 'en' }, api) {
    const name = String(error);
    const pages = /^\d+$/.test(name) ? [`errors/${name}`] : await pagesOfError(api, name);
    const texts = pages.map((page) => readPage(api, { page, from: 0, language: String(in_) }));
    return (await Promise.all(texts)).join('\n\n');
  },
};

export const docsTools: readonly Tool[] = [searchDocs, getPage, explainError];

async function search(api: Api, query: string, in_: string): Promise<Found[]> {
  const text = await api.page(
    `/docs/${in_}/search?q=${encodeURIComponent(query)}`,
    'application/json',
  );
  try {
    return JSON.parse(text ?? '') as Found[];
  } catch {
    throw new Mistake(`${api.url} is no Jokko gateway with a documentation.`);
  }
}

/** The pages of the entries of the catalogue that have this code; some share one. */
async function pagesOfError(api: Api, code: string): Promise<string[]> {
  const found = await search(api, code, 'en');
  const pages = found.filter(({ title }) => title.endsWith(` ${code}`)).map(({ page }) => page);
  const ofErrors = pages.filter((page) => page.startsWith('errors/'));
  if (ofErrors.length > 0) return ofErrors;
  throw new Mistake(`${code} is no error of the catalogue. search_docs finds others.`);
}

async function readPage(
  api: Api,
  { page, from, language: in_ }: { page: string; from: number; language: string },
): Promise<string> {
  const path = `/docs/${in_}/${page.replace(/#.*/, '')}`;
  // Guides are Markdown at their address.
  const guide = await api.page(`${path}.md`, 'text/markdown');
  const html = guide === null ? await api.page(path, 'text/html') : null;
  const text = guide ?? (html === null ? null : textOfPage(html));
  if (text === null) throw new Mistake(`There is no page ${page}. search_docs finds pages.`);
  const part = partOf(text, from);
  const more = part.next === null ? '' : `\n… (go on with get_page, from: ${part.next})`;
  return `${part.text}${more}`;
}
