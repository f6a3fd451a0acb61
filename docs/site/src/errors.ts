// Pages of errors: the list, one page for each code of a response, and one for each entry of the
// error catalogue.

import { codeHelp, type OpenapiDocument } from '@jokko/contract';
import { html, type Markup } from '@jokko/contract/html';
import type { Rendered } from './markdown.ts';
import { prose } from './prose.ts';
import type { ReferenceView } from './reference.ts';

export interface ErrorPage {
  /** `4009`, `26`, `unknown`. */
  name: string;
  title: string;
  description: string;
  body(view: ReferenceView): Rendered;
}

const sharesOfCatalogue = 4;
/** Codes of payments have four digits. */
const isSms = (code: number): boolean => code < 1_000;

export function errorPages(document: OpenapiDocument, view: ReferenceView): ErrorPage[] {
  const { language, words } = view;
  const help = codeHelp[language] as { [code: number]: string };
  const codes = [...document['x-codes'], ...document['x-sms-codes']].map(
    ({ code, meaning }): ErrorPage => ({
      name: String(code),
      title: words.codeOf(isSms(code) ? `${code} (${words.smsCode})` : code),
      description: meaning[language],
      body: () =>
        page(
          [
            [words.meaning, meaning[language]],
            [words.whatToDo, help[code] ?? null],
          ],
          view,
        ),
    }),
  );
  const catalogue = document['x-error-catalogue'].map(({ id, code, message }): ErrorPage => {
    const name = id === null ? 'unknown' : String(id);
    const digits = String(id ?? 0).padStart(3, '0');
    const sandbox = id === null ? null : words.inSandboxText(`9${digits}`, `7${digits}`);
    return {
      name,
      title: `${words.errorOf(name)} · ${code}`,
      description: message[language],
      body: () =>
        page(
          [
            [words.meaning, message[language]],
            [words.whenItComes, words.whenItComesText],
            [words.whatToDo, help[4000] ?? null],
            [words.inSandbox, sandbox],
          ],
          view,
        ),
    };
  });
  return [...codes, ...catalogue];
}

function page(
  parts: readonly (readonly [title: string, text: string | null])[],
  view: ReferenceView,
): Rendered {
  const shown = parts.flatMap(([title, text]) =>
    text === null
      ? []
      : [
          html`<h2>${title}</h2>
            <p>${prose(text)}</p>`,
        ],
  );
  return {
    markup: html`${shown}
      <p><a href="${view.link('errors')}">${view.words.allErrors}</a></p>`,
    headings: [],
  };
}

export function errorList(document: OpenapiDocument, view: ReferenceView): Rendered {
  const { language, words } = view;
  const codes = [...document['x-codes'], ...document['x-sms-codes']].map(({ code, meaning }) =>
    row(view, String(code), String(code), prose(meaning[language])),
  );
  const entries = document['x-error-catalogue'];
  const share = Math.ceil(entries.length / sharesOfCatalogue);
  const shares = Array.from({ length: sharesOfCatalogue }, (_none, index) => {
    const part = entries.slice(index * share, (index + 1) * share);
    const rows = part.map(({ id, code, message }) =>
      row(
        view,
        id === null ? 'unknown' : String(id),
        id === null ? 'null' : String(id),
        html`<code>${code}</code> ${message[language]}`,
      ),
    );
    const name = (entry: (typeof part)[number] | undefined): string => String(entry?.id ?? 'null');
    return html`<details${index === 0 ? html` open` : null}><summary>${name(part[0])} – ${name(part.at(-1))}</summary><dl class="errors">${rows}</dl></details>`;
  });
  return {
    markup: html`<h2 id="codes">${words.codes}</h2>
      <p>${prose(words.codesLead)}</p>
      <dl class="errors">${codes}</dl>
      <h2 id="catalogue">${words.catalogue}</h2>
      <p>${prose(words.catalogueLead)}</p>
      ${shares}`,
    headings: [
      { id: 'codes', depth: 2, text: words.codes },
      { id: 'catalogue', depth: 2, text: words.catalogue },
    ],
  };
}

const row = (view: ReferenceView, name: string, shown: string, text: Markup): Markup =>
  html`<dt><a href="${view.link(`errors/${name}`)}">${shown}</a></dt>
    <dd>${text}</dd>`;
