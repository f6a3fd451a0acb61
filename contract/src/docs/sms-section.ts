// Renders the documentation of the SMS interface: a first message, how calls work, the codes, the
// endpoints, and inbound messages.
import type { OpenapiDocument } from '../openapi/document.ts';
import { callbackSection, endpointSection } from './endpoint-section.ts';
import { fieldTable } from './fields.ts';
import type { FieldView } from './fields.ts';
import { codeBlock, escapeHtml, prose, table } from './html.ts';
import { listOperations } from './operations.ts';
import { firstSmsAnswer, firstSmsCommand } from './quick-start.ts';

export function smsSection(view: FieldView, document: OpenapiDocument): string {
  const { sms } = view.messages;
  const refusal = document.components.schemas['SmsRefusal'] ?? {};
  const operations = listOperations(document, 'sms').map(({ method, path, operation }) =>
    endpointSection(view, method, path, operation),
  );
  const inbound = Object.values(document.webhooks).flatMap(({ post }) =>
    post.tags.includes('sms') ? [callbackSection(view, post)] : [],
  );
  return `<h2 id="sms">${escapeHtml(sms.title)}</h2>
<p>${escapeHtml(sms.intro)}</p>
${codeBlock(firstSmsCommand(document.servers[0]?.url ?? ''))}
<p>${escapeHtml(view.messages.answers)}</p>
${codeBlock(firstSmsAnswer)}
<ul>
${sms.points.map((point) => `<li>${prose(point)}</li>`).join('\n')}
</ul>
<h3 id="sms-codes">${escapeHtml(sms.codes)}</h3>
${codesTable(view, document)}
<p>${escapeHtml(sms.refusal)}</p>
${fieldTable(view, refusal)}
<h3 id="sms-endpoints">${escapeHtml(sms.endpoints)}</h3>
${operations.join('\n')}
<h3 id="sms-inbound">${escapeHtml(sms.inbound)}</h3>
${inbound.join('\n')}`;
}

function codesTable({ messages, language }: FieldView, document: OpenapiDocument): string {
  const rows = document['x-sms-codes'].map(({ code, status, meaning }) => [
    `<code id="code-${code}">${code}</code>`,
    String(status),
    prose(meaning[language]),
  ]);
  return table('codes-table', [messages.columns.code, 'HTTP', messages.columns.meaning], rows);
}

/** Entries of the page's navigation. */
export function smsNavigation({ messages: { sms } }: FieldView, document: OpenapiDocument): string {
  const each = listOperations(document, 'sms').map(
    ({ operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId)}">${escapeHtml(operation.operationId)}</a></li>`,
  );
  return `<li><a href="#sms">${escapeHtml(sms.title)}</a><ul><li><a href="#sms-codes">${escapeHtml(sms.codes)}</a></li>${each.join('')}<li><a href="#sms-inbound">${escapeHtml(sms.inbound)}</a></li></ul></li>`;
}
