// Colours code by its language, as classes that the style sheet knows. Runs where the page is
// made: a browser gets no code for it.

import { createRequire } from 'node:module';
import { html, trusted, type Markup } from '@jokko/contract/html';

interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { language: string }): { value: string };
}

const names = ['bash', 'json', 'php', 'python', 'typescript'] as const;

export type CodeLanguage = (typeof names)[number] | 'text';

// Required rather than imported: its types would bring the DOM into every file of the gateway.
const load = createRequire(import.meta.url);
const highlighter = load('highlight.js/lib/core') as Highlighter;
for (const name of names)
  highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`));

export const isCodeLanguage = (name: string): name is CodeLanguage =>
  name === 'text' || names.some((each) => each === name);

/** A block of code. */
export function codeBlock(code: string, language: CodeLanguage): Markup {
  const coloured =
    language === 'text' ? html`${code}` : trusted(highlighter.highlight(code, { language }).value);
  return html`<pre tabindex="0"><code>${coloured}</code></pre>`;
}

/** As JSON over several lines. */
export const jsonBlock = (value: unknown): Markup =>
  codeBlock(JSON.stringify(value, null, 2), 'json');
