// Renders the documentation of the interfaces: one HTML page made from the OpenAPI document, with
// no script and no external resource.
import { codeHelp } from './code-help.ts';
import { callbackSection, endpointSection } from './docs/endpoint-section.ts';
import type { FieldView } from './docs/fields.ts';
import { codeBlock, escapeHtml, prose, table } from './docs/html.ts';
import {
  firstPaymentAnswer,
  firstPaymentCommand,
  payOutCommand,
  sendSignedCode,
  signRequestCode,
  statusCommand,
} from './docs/quick-start.ts';
import { receivers } from './docs/receivers.ts';
import { smsNavigation, smsSection } from './docs/sms-section.ts';
import { docsStyle } from './docs/style.ts';
import { messages } from './docs/messages.ts';
import type { Language } from './language.ts';
import { listOperations } from './docs/operations.ts';
import type { ListedOperation } from './docs/operations.ts';
import type { OpenapiDocument } from './openapi/document.ts';

export { docsStyle } from './docs/style.ts';

/**
 * The value of the page's Content-Security-Policy: nothing but its own style sheet.
 * `sha256Base64` hashes UTF-8 text; the gateway has a synchronous one, a browser has not.
 */
export function docsContentSecurityPolicy(sha256Base64: (text: string) => string): string {
  return `default-src 'none'; style-src 'sha256-${sha256Base64(docsStyle)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The documentation page of a document made by `openapiDocument`; its link to the other language is `?lang=fr` or `?lang=en`. */
export function docsPage(document: OpenapiDocument, language: Language): string {
  const text = messages[language];
  const view: FieldView = { language, messages: text, schemas: document.components.schemas };
  const operations = listOperations(document, 'payments');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Jokko · ${escapeHtml(text.title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<div class="page">
${navigation(view, document, operations)}
<main>
<h1>${escapeHtml(text.title)}</h1>
<p class="lead">${escapeHtml(text.subtitle)}</p>
<p class="meta">${escapeHtml(document.servers[0]?.url ?? '')} · ${escapeHtml(document.info.version)} · <a href="/openapi.json">${escapeHtml(text.machineReadable)}</a> · <a href="?lang=${text.otherLanguage.code}" hreflang="${text.otherLanguage.code}" lang="${text.otherLanguage.code}">${escapeHtml(text.otherLanguage.name)}</a></p>
${quickStart(view, document)}
${basics(view, document)}
${signing(view, document)}
<h2 id="endpoints">${escapeHtml(text.endpoints)}</h2>
${operations.map(({ method, path, operation }) => endpointSection(view, method, path, operation)).join('\n')}
${callbacks(view, document)}
${sandbox(view, document)}
${errorList(view, document)}
${smsSection(view, document)}
</main>
</div>
</body>
</html>
`;
}

function navigation(
  view: FieldView,
  document: OpenapiDocument,
  operations: readonly ListedOperation[],
): string {
  const { messages: text } = view;
  const link = (id: string, label: string): string =>
    `<li><a href="#${escapeHtml(id)}">${escapeHtml(label)}</a></li>`;
  const each = operations
    .map(({ operation }) => link(operation.operationId, operation.operationId))
    .join('');
  return `<nav aria-label="Jokko"><div class="brand">Jokko</div>
<ul>${link('first-payment', text.firstPayment)}${link('basics', text.basics)}${link('codes', text.codes)}${link('signing', text.signing)}
<li><a href="#endpoints">${escapeHtml(text.endpoints)}</a><ul>${each}</ul></li>
${link('callback', text.callback)}${link('sandbox', text.sandbox)}${link('error-catalogue', text.errors)}
${smsNavigation(view, document)}</ul></nav>`;
}

function quickStart({ messages: text, language }: FieldView, document: OpenapiDocument): string {
  const baseUrl = document.servers[0]?.url ?? '';
  return `<h2 id="first-payment">${escapeHtml(text.firstPayment)}</h2>
<p>${prose(text.firstPaymentIntro)} <a href="#verify-callbacks">${escapeHtml(text.verify)}</a></p>
${codeBlock(firstPaymentCommand(baseUrl))}
<p>${escapeHtml(text.expectAnswer)}</p>
${codeBlock(firstPaymentAnswer(language))}
<p>${escapeHtml(text.thenStatus)}</p>
${codeBlock(statusCommand(baseUrl))}
<h3 id="pay-out">${escapeHtml(text.payOut)}</h3>
<p>${escapeHtml(text.payOutIntro)}</p>
${codeBlock(payOutCommand(baseUrl))}
<p class="warning">${escapeHtml(text.warning)}</p>`;
}

function basics({ messages: text, language }: FieldView, document: OpenapiDocument): string {
  const points = text.basicsPoints.map((point) => `<li>${prose(point)}</li>`).join('\n');
  const rows = document['x-codes'].map(({ code, meaning }) => [
    `<code id="code-${code}">${code}</code>`,
    `${prose(meaning[language])} ${prose((codeHelp[language] as Record<number, string>)[code] ?? '')}`,
  ]);
  return `<h2 id="basics">${escapeHtml(text.basics)}</h2>
<ul>
${points}
</ul>
<h2 id="codes">${escapeHtml(text.codes)}</h2>
${table('codes-table', [text.columns.code, text.columns.meaning], rows)}`;
}

function signing({ messages: text }: FieldView, document: OpenapiDocument): string {
  return `<h2 id="signing">${escapeHtml(text.signing)}</h2>
<p>${prose(text.signingIntro)}</p>
${codeBlock(signRequestCode)}
${codeBlock(sendSignedCode(document.servers[0]?.url ?? ''))}`;
}

function callbacks(view: FieldView, document: OpenapiDocument): string {
  const parts = Object.values(document.webhooks).flatMap(({ post }) =>
    post.tags.includes('callback') ? [callbackSection(view, post)] : [],
  );
  return `<h2 id="callback">${escapeHtml(view.messages.callback)}</h2>
${parts.join('\n')}
${verifying(view)}`;
}

/** How a receiver tells a genuine callback from a forged one, and what the old way does not see. */
function verifying({ messages: text }: FieldView): string {
  const shown = receivers.map(
    ({ name, code }) => `<h4>${escapeHtml(name)}</h4>\n${codeBlock(code)}`,
  );
  return `<h3 id="verify-callbacks">${escapeHtml(text.verify)}</h3>
<p>${prose(text.verifyIntro)}</p>
${shown.join('\n')}
<p class="warning">${prose(text.verifyOldWay)}</p>`;
}

function sandbox({ messages: text, language }: FieldView, document: OpenapiDocument): string {
  const { members, outcomes } = document['x-sandbox'];
  const rows = outcomes.map(({ digits, outcome }) => [
    `<code>${escapeHtml(digits)}</code>`,
    prose(outcome[language]),
  ]);
  return `<h2 id="sandbox">${escapeHtml(text.sandbox)}</h2>
<p>${escapeHtml(text.sandboxIntro(members.join(', ')))}</p>
${table('sandbox-table', [text.columns.digits, text.columns.outcome], rows)}`;
}

function errorList({ messages: text, language }: FieldView, document: OpenapiDocument): string {
  const rows = document['x-error-catalogue'].map(({ id, code, message }) => [
    `<span id="error-${id ?? 'null'}">${id ?? 'null'}</span>`,
    `<code>${escapeHtml(code)}</code>`,
    escapeHtml(message[language]),
  ]);
  return `<h2 id="error-catalogue">${escapeHtml(text.errors)}</h2>
<p>${prose(text.errorsIntro)}</p>
${table('errors', [text.columns.id, text.columns.code, text.columns.meaning], rows)}`;
}
