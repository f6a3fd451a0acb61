// Renders a page's Markdown: headings with anchors, links between pages, code that is coloured, and
// three blocks of ours: `request` (one that the reader can run), `example` (an example file of the
// SDKs) and `receivers` (those without SDK).

import { Lexer, Marked, type Tokens } from 'marked';
import { escapeHtml, trusted, type Markup } from '@jokko/contract/html';
import { codeBlock, isCodeLanguage } from './highlight.ts';
import { receivers } from './receivers.ts';
import { codeSample, exampleTabs, fileTab, requestSample, type SampleRequest } from './samples.ts';

export interface Heading {
  id: string;
  text: string;
  depth: number;
}

export interface Rendered {
  markup: Markup;
  headings: Heading[];
}

export interface RenderOptions {
  baseUrl: string;
  /** The address of another page by its name: `collect#status` → `/docs/en/collect#status`. */
  link(name: string): string;
}

/** A `request` block as its info string and body say it. */
export interface RequestBlock extends SampleRequest {
  example: string | null;
  /** The code of the answer that the page tells of; null: a success. */
  expected: number | null;
  /** It needs something that came before it outside of the page. */
  isAlone: boolean;
}

const baseUrlMark = '{{baseUrl}}';

export const withBaseUrl = (text: string, baseUrl: string): string =>
  text.replaceAll(baseUrlMark, baseUrl);

export function renderMarkdown(source: string, { baseUrl, link }: RenderOptions): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ depth, text }) {
        const { id, words } = headingOf(text);
        headings.push({ id, depth, text: words });
        return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(Lexer.lexInline(words))}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = isOutside(href) ? href : link(href);
        return `<a href="${escapeHtml(address)}">${this.parser.parseInline(tokens)}</a>`;
      },
      code: (token) => block(token, baseUrl).markup,
      // Markup is made here alone.
      html: ({ text }) => escapeHtml(text),
      table(token) {
        const row = (cells: Tokens.TableCell[], name: 'th' | 'td'): string =>
          `<tr>${cells.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="scroll" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  const markup = marked.parse(withBaseUrl(source, baseUrl), { async: false });
  return { markup: trusted(markup), headings };
}

/** `Verify {#verify}` has an anchor of its own; else its words are the anchor. */
export function headingOf(text: string): { id: string; words: string } {
  const own = /^(.*\S) *\{#([\w-]+)\}$/.exec(text);
  if (own !== null) return { words: own[1]!, id: own[2]! };
  return { words: text, id: text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-') };
}

/** Addresses with a scheme, and those of the portal and of files that the gateway serves. */
const isOutside = (href: string): boolean => /^(?:[a-z]+:|\/|#)/.test(href);

function block({ lang = '', text }: Tokens.Code, baseUrl: string): Markup {
  const [kind = '', ...words] = lang.split(' ');
  if (kind === 'request') {
    const request = readRequest(lang, text);
    return requestSample(request, { ...request, baseUrl, run: !request.isAlone });
  }
  if (kind === 'example') return codeSample(tabsOf(words[0] ?? ''));
  if (kind === 'receivers')
    return codeSample(
      receivers.map(({ name, code, block: language }) => ({
        name,
        code,
        language: language === 'js' ? 'typescript' : language,
      })),
    );
  if (!isCodeLanguage(kind)) throw new Error(`a block of ${kind}`);
  return codeBlock(text, kind);
}

function tabsOf(name: string): ReturnType<typeof exampleTabs> {
  const file = fileTab(name);
  const tabs = file === null ? exampleTabs(name) : [file];
  if (tabs.length === 0) throw new Error(`no example ${name}`);
  return tabs;
}

export function readRequest(info: string, text: string): RequestBlock {
  const [, method, path = '', ...options] = info.split(' ');
  if (method !== 'GET' && method !== 'POST') throw new Error(`a request without method: ${info}`);
  const option = (name: string): string | null =>
    options.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const expected = option('expect');
  return {
    method,
    path,
    body: text.trim() === '' ? null : (JSON.parse(text) as RequestBlock['body']),
    example: option('example'),
    expected: expected === null ? null : Number(expected),
    isAlone: options.includes('alone'),
  };
}
