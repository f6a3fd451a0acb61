// Shows one request as curl and as each SDK sends it, one tab each. The code of an SDK is one of
// its example files, which tests run; what cannot be run is not shown.

import { existsSync, readFileSync } from 'node:fs';
import { appKeyHeader } from '@jokko/contract';
import { curlOf } from '@jokko/contract/curl';
import { html, type Markup } from '@jokko/contract/html';
import { codeBlock, type CodeLanguage } from './highlight.ts';

/** A request without its key, which `requestAsCurl` puts where it belongs. */
export interface SampleRequest {
  method: 'GET' | 'POST';
  path: string;
  body: { [member: string]: unknown } | null;
}

export const apiKeyMark = '<API_KEY>';
export const appKeyMark = '<APP_KEY>';

const sdks = new URL('../../../sdks/', import.meta.url);

interface Tab {
  name: string;
  code: string;
  language: CodeLanguage;
}

const sdkTabs: readonly { name: string; language: CodeLanguage; file(example: string): string }[] =
  [
    {
      name: 'TypeScript',
      language: 'typescript',
      file: (example) => `typescript/examples/${example}.ts`,
    },
    { name: 'PHP', language: 'php', file: (example) => `php/examples/${example}.php` },
    {
      name: 'Python',
      language: 'python',
      file: (example) => `python/examples/${example.replaceAll('-', '_')}.py`,
    },
  ];

/** The example files of that name, one for each SDK that has it. */
export function exampleTabs(example: string): Tab[] {
  return sdkTabs.flatMap(({ name, language, file }) => {
    const code = readSdkFile(file(example));
    return code === null ? [] : [{ name, language, code }];
  });
}

/**
 * One file by its place below the examples of its language: `php/laravel/routes.php`. Null: there
 * is none.
 */
export function fileTab(path: string): Tab | null {
  const [folder = '', ...rest] = path.split('/');
  const sdk = sdkTabs.find(({ name }) => name.toLowerCase() === folder);
  const code = sdk === undefined ? null : readSdkFile(`${folder}/examples/${rest.join('/')}`);
  return sdk === undefined || code === null
    ? null
    : { name: sdk.name, language: sdk.language, code };
}

function readSdkFile(path: string): string | null {
  const address = new URL(path, sdks);
  return existsSync(address) ? readFileSync(address, 'utf8') : null;
}

const isSms = (path: string): boolean => path.startsWith('/api/');

/** The key is in a header, or of an SMS in the body. */
export function requestAsCurl({ method, path, body }: SampleRequest, baseUrl: string): string {
  const address = `${baseUrl}${path}`;
  const sms = isSms(path);
  const isPost = method === 'POST';
  const key = sms ? `${appKeyHeader}: ${appKeyMark}` : `Secretkey: ${apiKeyMark}`;
  const headers = sms && isPost ? [] : [key];
  if (!isPost) return curlOf({ address, headers });
  return curlOf(
    { address, headers, body: sms ? { app_key: appKeyMark, ...body } : (body ?? {}) },
    true,
  );
}

/** `run`: the script of the page offers to send it. */
export function requestSample(
  request: SampleRequest,
  {
    baseUrl,
    example,
    expected,
    run,
  }: { baseUrl: string; example: string | null; expected: number | null; run: boolean },
): Markup {
  const curl: Tab = { name: 'curl', language: 'bash', code: requestAsCurl(request, baseUrl) };
  const tabs = [curl, ...(example === null ? [] : exampleTabs(example))];
  const { method, path, body } = request;
  return html`<div
    class="sample"
    data-method="${method}"
    data-path="${path}"
    data-body="${body === null ? '' : JSON.stringify(body)}"
    data-run="${run ? 'yes' : 'no'}"
    data-expected="${expected ?? ''}"
  >
    ${tabbed(tabs)}
  </div>`;
}

export const codeSample = (tabs: readonly Tab[]): Markup =>
  html`<div class="sample">${tabbed(tabs)}</div>`;

/** Without a script the languages stand one below the other, each in a part that opens. */
function tabbed(tabs: readonly Tab[]): Markup {
  const [only] = tabs;
  if (only !== undefined && tabs.length === 1) return codeBlock(only.code, only.language);
  const parts = tabs.map(
    ({ name, code, language }, index) =>
      html`<details class="tab" data-tab="${name}" ${index === 0 ? html` open` : null}>
        <summary>${name}</summary>
        ${codeBlock(code, language)}
      </details>`,
  );
  return html`${parts}`;
}
