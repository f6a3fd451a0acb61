// Renders the section of one endpoint: its request fields, answers, codes and examples, from the
// OpenAPI document alone.
import type {
  ExampleObject,
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  SchemaObject,
} from '../openapi/document.ts';
import { requestSignatureHeaders } from '../openapi/signature-headers.ts';
import { appKeyHeader } from '../sms/fields.ts';
import { requestForms } from '../kinds/index.ts';
import { codeBlock, escapeHtml, prose } from './html.ts';
import { fieldTable, resolve } from './fields.ts';
import type { FieldView } from './fields.ts';

const jsonType = 'application/json';
const signatureNames = new Set(requestSignatureHeaders.map(({ name }) => name));

/** The section of an operation of the interface. */
export function endpointSection(
  view: FieldView,
  method: string,
  path: string,
  operation: OperationObject,
): string {
  const { messages } = view;
  const answers = Object.values(operation.responses).flatMap(({ content }) =>
    Object.values(content ?? {}),
  );
  const forms = answers
    .flatMap(({ schema }) => schema.anyOf ?? [schema])
    .filter((form) => !isSharedRefusal(form));
  const codes = (operation['x-codes'] ?? [])
    .map((code) => `<a class="code" href="#code-${code}">${code}</a>`)
    .join(' ');
  return `<section class="endpoint" id="${escapeHtml(operation.operationId)}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <span class="path">${escapeHtml(path)}</span></h3>
<p class="summary">${prose(summaryOf(view, operation))}</p>
<p>${prose(descriptionOf(view, operation))}</p>
<p class="codes">${escapeHtml(messages.columns.code)}: ${codes}</p>
<h4>${escapeHtml(messages.request)}</h4>
${requestPart(view, operation)}
<h4>${escapeHtml(messages.answers)}</h4>
${forms.map((form, index) => answerPart(view, form, index === 0)).join('\n')}
${responseHeadersPart(view, operation)}
${examplesPart(view, examplesOf(answers))}
</section>`;
}

/** The section of the callback: its body and examples. */
export function callbackSection(view: FieldView, operation: OperationObject): string {
  const media = operation.requestBody?.content[jsonType];
  const body = media === undefined ? '' : fieldTable(view, resolve(view, media.schema));
  return `<p>${prose(descriptionOf(view, operation))}</p>${parametersPart(view, operation.parameters)}\n${body}\n${examplesPart(view, media?.examples)}`;
}

function summaryOf(view: FieldView, operation: OperationObject): string {
  return view.language === 'fr' ? operation['x-summary-fr'] : operation.summary;
}

function descriptionOf(view: FieldView, operation: OperationObject): string {
  return view.language === 'fr' ? operation['x-description-fr'] : operation.description;
}

const sharedRefusals = new Set(
  ['Refusal', 'ListRefusal', 'SmsRefusal'].map((name) => `#/components/schemas/${name}`),
);

/** Refusals that all endpoints share are shown once, among the codes. */
function isSharedRefusal(form: SchemaObject): boolean {
  return sharedRefusals.has(form.$ref ?? '');
}

function examplesOf(media: readonly MediaTypeObject[]): Record<string, ExampleObject> {
  return Object.assign({}, ...media.map(({ examples }) => examples ?? {})) as Record<
    string,
    ExampleObject
  >;
}

function requestPart(view: FieldView, operation: OperationObject): string {
  const media = operation.requestBody?.content[jsonType];
  if (media === undefined)
    return `<p><code>${escapeHtml(keyLine(view, operation))}</code></p>${parametersPart(view, operation.parameters)}`;
  const schema = resolve(view, media.schema);
  const fields =
    schema.anyOf === undefined ? fieldTable(view, schema) : familyTables(view, schema.anyOf);
  // Signatures are explained once, among how calls work.
  const parameters = operation.parameters?.filter(({ name }) => !signatureNames.has(name));
  return `${fields}${parametersPart(view, parameters)}\n${examplesPart(view, media.examples)}`;
}

/** What a GET sends beside its parameters. */
function keyLine({ messages }: FieldView, { security = [] }: OperationObject): string {
  const header = Object.keys(security[0] ?? {})[0] ?? '';
  return messages.headerKey(header, header === appKeyHeader ? '<APP_KEY>' : '<API_KEY>');
}

/** Headers that a success carries beside the usual ones. */
function responseHeadersPart({ language }: FieldView, { responses }: OperationObject): string {
  const headers = Object.entries(responses['200']?.headers ?? {}) as [string, SchemaObject][];
  const rows = headers
    .filter(([, header]) => header.$ref === undefined)
    .map(
      ([name, header]) =>
        `<code>${escapeHtml(name)}</code> ${prose((language === 'fr' ? header['x-description-fr'] : header.description) ?? '')}`,
    );
  return rows.length === 0 ? '' : `<p>${rows.join('<br>')}</p>`;
}

/** Members of the path and the query, and headers, where there are any. */
function parametersPart(view: FieldView, parameters: readonly ParameterObject[] = []): string {
  if (parameters.length === 0) return '';
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description, 'x-description-fr': french }) => [
      name,
      { ...schema, description, 'x-description-fr': french },
    ]),
  );
  return `\n${fieldTable(view, { properties, required: parameters.filter(({ required }) => required).map(({ name }) => name) })}`;
}

/** One table of what all families have in common, then one of what each adds. */
function familyTables(view: FieldView, references: readonly SchemaObject[]): string {
  const { messages, language } = view;
  const formTitle = (name: string): string =>
    requestForms.find((form) => form.name === name)?.title[language] ?? name;
  const families = references.map((reference) => ({
    name: familyName(reference),
    schema: resolve(view, reference),
  }));
  const [plain, ...others] = families;
  if (plain === undefined) return '';
  const common = new Set(Object.keys(plain.schema.properties ?? {}));
  const parts = others.map(({ name, schema }) => {
    const only = new Set(
      Object.keys(schema.properties ?? {}).filter((field) => !common.has(field)),
    );
    const form = requestForms.find((each) => each.name === name);
    const demanded = form?.orFromInquiry === true ? messages.orElsewhere : messages.yes;
    const extraRequired = new Map(
      (schema['x-required-extras'] ?? []).map((field) => [field, demanded]),
    );
    return `<h5>${escapeHtml(messages.extras(formTitle(name)))}</h5>\n${fieldTable(view, schema, { only, extraRequired })}`;
  });
  const alone = escapeHtml(messages.noExtras(formTitle(plain.name)));
  return `<h5>${escapeHtml(messages.commonFields)}</h5>\n${fieldTable(view, plain.schema)}\n<p>${alone}</p>\n${parts.join('\n')}`;
}

/** `#/components/schemas/OperationRequestBillPay` → `billPay`. */
function familyName(reference: SchemaObject): string {
  const name = (reference.$ref ?? '').replace(/^.*\/OperationRequest/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function answerPart(view: FieldView, form: SchemaObject, open: boolean): string {
  const name = (form.$ref ?? '').replace(/^.*\//, '');
  return `<details${open ? ' open' : ''}><summary>${escapeHtml(name)}</summary>${fieldTable(view, resolve(view, form))}</details>`;
}

function examplesPart(
  view: FieldView,
  examples: Record<string, ExampleObject> | undefined,
): string {
  const parts = Object.values(examples ?? {}).map((example) => {
    const title = view.language === 'fr' ? example['x-summary-fr'] : example.summary;
    return `<details><summary>${escapeHtml(title)}</summary>${codeBlock(example.value)}</details>`;
  });
  return parts.length === 0
    ? ''
    : `<p class="label">${escapeHtml(view.messages.examples)}</p>\n${parts.join('\n')}`;
}
