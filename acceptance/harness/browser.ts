// Walks pages as a browser without JavaScript does: reads a page's forms and submits them.

import { sendRequest } from './client.ts';
import { until } from './until.ts';

export interface PageForm {
  action: string;
  fields: Record<string, string>;
}
export interface Page {
  url: string;
  status: number;
  text: string;
  forms: PageForm[];
}

const headers = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile',
  'accept-language': 'fr-SN,fr',
  accept: 'text/html',
};

/**
 * Opens a page; a redirect to the same site is followed, one to elsewhere is where the walk ends.
 */
export async function openPage(url: string): Promise<Page> {
  const answer = await sendRequest(url, { headers });
  return follow(url, answer);
}

/**
 * Opens a page until it has a form whose address holds these words: until the provider has spoken,
 * it says that the payer is to wait.
 */
export const untilForm = (url: string, words: string): Promise<Page> =>
  until(`a form to ${words} on ${url}`, async () => {
    const page = await openPage(url);
    return page.forms.some(({ action }) => action.includes(words)) && page;
  });

/** Submits a form with its hidden fields; `more` are what a payer or a script adds. */
export async function submitForm(
  page: Page,
  { action, fields }: PageForm,
  more: Record<string, string> = {},
): Promise<Page> {
  const url = new URL(action, page.url).href;
  const body = new URLSearchParams({ ...fields, ...more }).toString();
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  return follow(url, await sendRequest(url, { method: 'POST', headers: form, body }));
}

/** The form whose address holds these words; throws with the page when there is none. */
export function formTo(page: Page, words: string): PageForm {
  const form = page.forms.find(({ action }) => action.includes(words));
  if (form === undefined) throw new Error(`no form to ${words} on ${page.url}: ${page.text}`);
  return form;
}

type Answered = Awaited<ReturnType<typeof sendRequest>>;

async function follow(url: string, answer: Answered): Promise<Page> {
  const location = answer.headers['location'];
  if (answer.status < 300 || answer.status >= 400 || location === undefined)
    return { url, status: answer.status, text: answer.text, forms: formsIn(answer.text) };
  const target = new URL(String(location), url);
  if (target.origin === new URL(url).origin) return openPage(target.href);
  return { url: target.href, status: answer.status, text: '', forms: [] };
}

function formsIn(text: string): PageForm[] {
  return [...text.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(
    ([, attributes = '', inner = '']) => ({
      action: unescaped(/action="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      fields: Object.fromEntries(
        [...inner.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
          unescaped(/name="([^"]*)"/.exec(input)?.[1] ?? ''),
          unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
        ]),
      ),
    }),
  );
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
