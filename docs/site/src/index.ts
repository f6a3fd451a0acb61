// The documentation of the two interfaces, in both languages: guides, reference and errors, made
// from Markdown and from the OpenAPI document when they are first read.

import type { Language, OpenapiDocument } from '@jokko/contract';
import { html } from '@jokko/contract/html';
import { guideGroups, guideNames, readGuide } from './contents.ts';
import { errorList, errorPages, type ErrorPage } from './errors.ts';
import { addressOf, framed, type FramedPage, type MenuGroup, type Site } from './frame.ts';
import { renderMarkdown } from './markdown.ts';
import { plainMarkdown, sectionsOf } from './plain.ts';
import {
  referenceBody,
  referenceEntries,
  type ReferenceEntry,
  type ReferenceView,
} from './reference.ts';
import { createSearch, wordsOf, type Found, type Indexed } from './search.ts';
import { words } from './words.ts';

export { script, styleSheet } from './assets.ts';
export type { Found } from './search.ts';

export interface DocsOptions {
  /** Public base URL of the gateway, without a slash at the end. */
  baseUrl: string;
  /** Requests can be sent from the pages. */
  isSandbox: boolean;
  document: OpenapiDocument;
}

export interface Docs {
  /** Names of all pages below `/docs/<language>/`; the same in both languages. */
  names: readonly string[];
  /** HTML. Null: there is no such page. */
  page(language: Language, name: string): string | null;
  /** A guide as Markdown. Null: it is none. */
  markdown(language: Language, name: string): string | null;
  /** At most twelve, best first. */
  search(language: Language, query: string): Promise<Found[]>;
  searchPage(language: Language, query: string): Promise<string>;
  /** With what the words of its address find. */
  unknownPage(language: Language, name: string): Promise<string>;
  /** What assistants read first: all guides with their descriptions (llmstxt.org). */
  llms(): string;
}

export function createDocs(options: DocsOptions): Docs {
  const sites = { fr: createSite('fr', options), en: createSite('en', options) };
  return {
    names: sites.en.names,
    page: (language, name) => sites[language].page(name),
    markdown: (language, name) =>
      guideNames.includes(name) ? plainMarkdown(readGuide(language, name), options.baseUrl) : null,
    search: (language, query) => sites[language].search(query),
    searchPage: (language, query) => sites[language].searchPage(query),
    unknownPage: (language, name) => sites[language].unknownPage(name),
    llms: () => sites.en.llms(),
  };
}

function createSite(language: Language, options: DocsOptions) {
  const { baseUrl, isSandbox, document } = options;
  const text = words[language];
  const view: ReferenceView = {
    language,
    words: text,
    schemas: document.components.schemas,
    baseUrl,
    link: (name) => addressOf(language, name),
  };
  const entries = referenceEntries(document, language);
  const site: Site = { language, isSandbox, menu: menuOf(language, entries) };
  const errors = errorPages(document, view);
  const makers = pageMakers(view, { document, entries, errors });
  const made = new Map<string, string>();
  let search: ReturnType<typeof createSearch> | null = null;
  const find = async (query: string): Promise<Found[]> => {
    search ??= createSearch(indexed(language, { entries, errors }));
    return (await search)(query);
  };
  return {
    names: [...makers.keys()],
    page(name: string): string | null {
      const make = makers.get(name);
      if (make === undefined) return null;
      const known = made.get(name) ?? framed(site, make());
      made.set(name, known);
      return known;
    },
    search: find,
    async searchPage(query: string): Promise<string> {
      const found = await find(query);
      const title = found.length === 0 ? text.nothingFound(query) : text.found(query);
      return framed(site, foundPage(view, { title, query, found }));
    },
    async unknownPage(name: string): Promise<string> {
      const query = wordsOf(name.replaceAll('-', ' ')).join(' ');
      const found = await find(query);
      return framed(site, foundPage(view, { title: text.unknownPage, query, found }));
    },
    llms: () => llmsText(baseUrl, entries),
  };
}

/** By the name of the page. */
function pageMakers(
  view: ReferenceView,
  {
    document,
    entries,
    errors,
  }: {
    document: OpenapiDocument;
    entries: readonly ReferenceEntry[];
    errors: readonly ErrorPage[];
  },
): ReadonlyMap<string, () => FramedPage> {
  const { language, baseUrl, words: text } = view;
  return new Map([
    ...guideNames.map((name) => [name, () => guidePage(language, name, baseUrl)] as const),
    ...entries.map(
      (entry) => [`reference/${entry.name}`, () => referencePage(view, entry)] as const,
    ),
    [
      'errors',
      () => ({
        name: 'errors',
        title: text.errors,
        description: text.errorsLead,
        ...bodyOf(errorList(document, view)),
      }),
    ],
    ...errors.map((each) => [`errors/${each.name}`, () => errorPage(view, each)] as const),
  ]);
}

function foundPage(
  { link, words: text }: ReferenceView,
  { title, query, found }: { title: string; query: string; found: readonly Found[] },
): FramedPage {
  const rows = found.map(
    ({ page, title: name, excerpt }) =>
      html`<li>
        <a href="${link(page)}">${name}</a>
        <p>${excerpt}</p>
      </li>`,
  );
  const body = html`<ul class="found">
    ${rows}
  </ul>`;
  return { name: 'search', title: text.search, description: title, body, headings: [], query };
}

const bodyOf = ({
  markup,
  headings,
}: {
  markup: FramedPage['body'];
  headings: FramedPage['headings'];
}) => ({
  body: markup,
  headings,
});

function guidePage(language: Language, name: string, baseUrl: string): FramedPage {
  const { title, description, source } = readGuide(language, name);
  const link = (page: string): string => addressOf(language, page);
  return {
    name,
    title,
    description,
    ...bodyOf(renderMarkdown(source, { baseUrl, link })),
    hasMarkdown: true,
  };
}

function referencePage(view: ReferenceView, entry: ReferenceEntry): FramedPage {
  const [{ operation }] = entry.methods as [ReferenceEntry['methods'][number]];
  return {
    name: `reference/${entry.name}`,
    title: entry.title,
    description:
      entry.methods
        .map(({ method, path }) => `${method ?? ''} ${path}`)
        .join(', ')
        .trim() || operation.operationId,
    body: referenceBody(view, entry),
    headings: [],
  };
}

const errorPage = (
  view: ReferenceView,
  { name, title, description, body }: ErrorPage,
): FramedPage => ({
  name: `errors/${name}`,
  title,
  description,
  ...bodyOf(body(view)),
});

function menuOf(language: Language, entries: readonly ReferenceEntry[]): MenuGroup[] {
  const text = words[language];
  const guides = guideGroups.map(({ title, guides: names }) => ({
    title: title[language],
    isFolded: false,
    pages: names.map((name) => ({ name, title: readGuide(language, name).title })),
  }));
  const reference = Object.entries(text.tags).map(([tag, title]) => ({
    title: `${text.reference} · ${title}`,
    isFolded: true,
    pages: entries
      .filter((entry) => entry.tag === tag)
      .map(({ name, title: label }) => ({ name: `reference/${name}`, title: label })),
  }));
  const errors = {
    title: text.errors,
    isFolded: true,
    pages: [{ name: 'errors', title: text.allErrors }],
  };
  return [...guides, ...reference, errors];
}

function indexed(
  language: Language,
  {
    entries,
    errors,
  }: {
    entries: readonly ReferenceEntry[];
    errors: readonly ErrorPage[];
  },
): Indexed[] {
  const guides = guideNames.flatMap((name) => {
    const { title, description, source } = readGuide(language, name);
    return sectionsOf(source).map(({ id, text, words: body }) => ({
      page: id === null ? name : `${name}#${id}`,
      title: id === null ? title : `${title} · ${text}`,
      text: id === null ? `${description} ${body}` : body,
    }));
  });
  const reference = entries.map(({ name, title, methods }) => ({
    page: `reference/${name}`,
    title: `${title} ${methods.map(({ path }) => path).join(' ')}`,
    text: methods
      .map(({ operation }) =>
        language === 'fr' ? operation['x-description-fr'] : operation.description,
      )
      .join(' '),
  }));
  const ofErrors = errors.map(({ name, title, description }) => ({
    page: `errors/${name}`,
    title,
    text: description,
  }));
  return [...guides, ...reference, ...ofErrors];
}

function llmsText(baseUrl: string, entries: readonly ReferenceEntry[]): string {
  const guides = guideNames.map((name) => {
    const { title, description } = readGuide('en', name);
    return `- [${title}](${baseUrl}${addressOf('en', name)}.md): ${description}`;
  });
  const reference = entries.map(
    ({ name, title }) => `- [${title}](${baseUrl}${addressOf('en', `reference/${name}`)})`,
  );
  return `# Jokko

> Payments and SMS gateway: mobile money, cards, bank transfers, airtime, bills, remittances and SMS through one HTTP API.

Every response of the payments API is HTTP 200; only \`code\` 2000 is a success. Repeat a request whose answer was lost with the same externalTransactionId: it never pays twice.

## Guides

${guides.join('\n')}

## Reference

- [OpenAPI 3.1](${baseUrl}/openapi.json): every endpoint, field and example
- [Errors](${baseUrl}${addressOf('en', 'errors')}): every code and reason
${reference.join('\n')}
`;
}
