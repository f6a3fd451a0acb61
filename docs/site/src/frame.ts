// The frame of every page: head, search, menu, the page's own contents, previous and next.

import { endpoints, smsEndpoints, withFrenchSpaces, type Language } from '@jokko/contract';
import { html, type Markup } from '@jokko/contract/html';
import { script, styleSheet } from './assets.ts';
import type { Heading } from './markdown.ts';
import { pageNameOf } from './reference.ts';
import { words } from './words.ts';

export interface MenuGroup {
  title: string;
  /** Guides are always seen; the groups of the reference open. */
  isFolded: boolean;
  pages: readonly { name: string; title: string }[];
}

export interface FramedPage {
  /** Below `/docs/<language>/`. */
  name: string;
  title: string;
  description: string;
  body: Markup;
  headings: readonly Heading[];
  query?: string;
  hasMarkdown?: boolean;
}

export interface Site {
  language: Language;
  isSandbox: boolean;
  menu: readonly MenuGroup[];
}

/** Where the page of a name is, with its anchor. */
export const addressOf = (language: Language, name: string): string => `/docs/${language}/${name}`;

/** The one page that these documents had before: its anchors lead to where their texts are now. */
const oldAnchors: { readonly [anchor: string]: string } = {
  ...Object.fromEntries(
    [...endpoints, ...smsEndpoints].map(({ name, path }) => [
      name,
      `reference/${pageNameOf(path)}`,
    ]),
  ),
  basics: 'start',
  'pay-out': 'pay-out',
  codes: 'errors',
  'error-catalogue': 'errors#catalogue',
  signing: 'signing',
  callback: 'callbacks',
  'verify-callbacks': 'callbacks#verify',
  sandbox: 'test#digits',
  sms: 'sms',
  'sms-codes': 'errors',
  'sms-inbound': 'reference/sms-inbound',
};

/** Not within tags and code. */
const french = (page: string): string =>
  page
    .split(/(<pre[^]*?<\/pre>|<code>[^<]*<\/code>|<[^>]+>)/)
    .map((part) => (part.startsWith('<') ? part : withFrenchSpaces(part)))
    .join('');

export function framed(site: Site, page: FramedPage): string {
  const text = framedIn(site, page);
  return site.language === 'fr' ? french(text) : text;
}

function framedIn(site: Site, page: FramedPage): string {
  const { language, isSandbox } = site;
  const text = words[language];
  const other = text.otherLanguage;
  const at = (name: string): string => addressOf(language, name);
  const anchors = page.name === 'start' ? JSON.stringify(oldAnchors) : '';
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${page.description}" />
        <title>${page.title} · Jokko</title>
        <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
        <link rel="stylesheet" href="/docs/assets/${styleSheet.name}" />
        <link rel="alternate" hreflang="${other.code}" href="${addressOf(other.code, page.name)}" />
        <script src="/docs/assets/${script.name}"></script>
      </head>
      <body
        data-words="${JSON.stringify(text.script)}"
        data-sandbox="${isSandbox ? 'yes' : 'no'}"
        data-anchors="${anchors}"
        data-root="${at('')}"
      >
        ${header(site, page, at)}
        <div class="columns">
          <nav class="menu" aria-label="${text.title}">
            ${site.menu.map((group) => menuGroup(group, page.name, at))}
          </nav>
          <main>
            <h1>${page.title}</h1>
            <p class="lead">${page.description}</p>
            ${page.body} ${neighbours(site, page.name, at)}
            ${page.hasMarkdown === true ? html`<p class="aside"><a href="${at(`${page.name}.md`)}">${text.asMarkdown}</a></p>` : null}
          </main>
          ${contents(page.headings, text.onThisPage)}
        </div>
      </body>
    </html> `.markup;
}

function header(
  { language }: Site,
  { name, query = '' }: FramedPage,
  at: (name: string) => string,
): Markup {
  const text = words[language];
  const other = text.otherLanguage;
  return html`<header>
    <a class="brand" href="${at('start')}">Jokko</a>
    <form role="search" action="${at('search')}" class="search">
      <input
        type="search"
        name="q"
        maxlength="100"
        aria-label="${text.searchTitle}"
        placeholder="${text.search}"
        value="${query}"
        autocomplete="off"
      />
      <div class="results" hidden></div>
    </form>
    <nav class="top" aria-label="Jokko">
      <a href="${addressOf(other.code, name)}" hreflang="${other.code}" lang="${other.code}"
        >${other.name}</a
      >
      <a href="/">${text.portal}</a>
    </nav>
    <label class="menu-button"><input type="checkbox" class="menu-switch" /> ${text.menu}</label>
  </header>`;
}

function menuGroup(
  { title, isFolded, pages }: MenuGroup,
  current: string,
  at: (name: string) => string,
): Markup {
  const links = pages.map(
    ({ name, title: label }) =>
      html`<li>
        <a href="${at(name)}" ${name === current ? html` aria-current="page"` : null}>${label}</a>
      </li>`,
  );
  const isOpen = !isFolded || pages.some(({ name }) => name === current);
  return isFolded
    ? html`<details${isOpen ? html` open` : null}><summary>${title}</summary><ul>${links}</ul></details>`
    : html`<p class="group">${title}</p>
        <ul>
          ${links}
        </ul>`;
}

function contents(headings: readonly Heading[], title: string): Markup | null {
  const shown = headings.filter(({ depth }) => depth === 2);
  if (shown.length < 2) return null;
  const links = shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<nav class="contents" aria-label="${title}">
    <p class="group">${title}</p>
    <ul>
      ${links}
    </ul>
  </nav>`;
}

/** The pages before and after this one in the menu. */
function neighbours(
  { menu, language }: Site,
  name: string,
  at: (name: string) => string,
): Markup | null {
  const all = menu.flatMap(({ pages }) => pages);
  const index = all.findIndex((page) => page.name === name);
  if (index < 0) return null;
  const text = words[language];
  const link = (
    page: (typeof all)[number] | undefined,
    label: string,
    rel: string,
  ): Markup | null =>
    page === undefined
      ? null
      : html`<a rel="${rel}" href="${at(page.name)}"><small>${label}</small>${page.title}</a>`;
  return html`<nav class="neighbours" aria-label="${text.previous}, ${text.next}">
    ${link(all[index - 1], text.previous, 'prev')}${link(all[index + 1], text.next, 'next')}
  </nav>`;
}
