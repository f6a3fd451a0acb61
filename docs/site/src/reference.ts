// Pages of the reference, from the OpenAPI document alone: one for each path of the interface, with
// its fields, answers, codes and examples, and one for each callback.

import { requestForms, type Language, type OpenapiDocument } from '@jokko/contract';
import { html, type Markup } from '@jokko/contract/html';
import { fieldList, resolve, type FieldView, type SchemaObject } from './fields.ts';
import { codeBlock, jsonBlock } from './highlight.ts';
import { prose } from './prose.ts';
import { requestSample } from './samples.ts';

type OperationObject = NonNullable<OpenapiDocument['paths'][string]['post']>;
type ParameterObject = NonNullable<OperationObject['parameters']>[number];
type ExampleObject = { summary: string; 'x-summary-fr': string; value: unknown };
type Examples = { [name: string]: ExampleObject };

export interface ReferenceEntry {
  /**
   * The name of its page: `operation`, `sms-batches-messages`. What has the same path but for
   * parameters shares a page.
   */
  name: string;
  title: string;
  /** `payments`, `sms` or `callback`: where it stands in the menu. */
  tag: string;
  methods: readonly { method: 'GET' | 'POST' | null; path: string; operation: OperationObject }[];
}

export interface ReferenceView extends FieldView {
  baseUrl: string;
  /** The address of another page by its name. */
  link(name: string): string;
}

const jsonType = 'application/json';
/**
 * The size in markup of an answer's fields, some forty: a longer one makes a page too long for a
 * phone.
 */
const openAnswerMax = 8_500;

/** In the order of the document; of callbacks, last. */
export function referenceEntries(document: OpenapiDocument, language: Language): ReferenceEntry[] {
  const calls = Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'GET' as const, path, operation: get }]),
    ...(post === undefined ? [] : [{ method: 'POST' as const, path, operation: post }]),
  ]);
  const paths = [...Map.groupBy(calls, ({ path }) => pageNameOf(path))].map(([name, methods]) => ({
    name,
    methods,
    title: methods[0]!.operation,
  }));
  const callbacks = Object.entries(document.webhooks).map(([name, { post }]) => ({
    name,
    title: post,
    methods: [{ method: null, path: '', operation: post }],
  }));
  return [...paths, ...callbacks].map(({ name, title, methods }) => ({
    name,
    methods,
    title: summaryOf(title, language),
    tag: methods[0]!.method === null ? 'callback' : (methods[0]!.operation.tags[0] ?? ''),
  }));
}

/** `/api/sms/batches/{id}/messages` → `sms-batches-messages`. */
export const pageNameOf = (path: string): string =>
  path
    .replace(/^\/(?:api-services|api)\//, '')
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('-');

export function referenceBody(view: ReferenceView, { methods }: ReferenceEntry): Markup {
  const parts = methods.map(({ method, path, operation }) =>
    method === null
      ? callbackPart(view, operation)
      : methodPart(view, { method, path, operation }, methods.length > 1),
  );
  return html`${parts}`;
}

function methodPart(
  view: ReferenceView,
  { method, path, operation }: { method: 'GET' | 'POST'; path: string; operation: OperationObject },
  isOneOfTwo: boolean,
): Markup {
  const { words } = view;
  const answers = Object.values(operation.responses).flatMap(({ content }) =>
    Object.values(content ?? {}),
  );
  const forms = answers
    .flatMap(({ schema }) => schema.anyOf ?? [schema])
    .filter((form) => !isSharedRefusal(form))
    // A text, as CSV, has no fields: its example says all.
    .filter((form) => resolve(view, form).properties !== undefined);
  const id = `${operation.operationId}-`;
  const codes = (operation['x-codes'] ?? []).map(
    (code) => html` <a href="${view.link(`errors/${code}`)}">${code}</a>`,
  );
  return html`${
      isOneOfTwo
        ? html`<h2 id="${id}method">${method}</h2>
            <p class="lead">${summaryOf(operation, view.language)}</p>
            <p class="call"><span class="method">${method}</span> <code>${path}</code></p>`
        : null
    }
    <p>${prose(descriptionOf(operation, view.language))}</p>
    ${codes.length === 0 ? null : html`<p class="codes">${words.codes}:${codes}</p>`}
    <h2 id="${id}request">${words.request}</h2>
    ${requestPart(view, { method, path, operation })}
    <h2 id="${id}answers">${words.answers}</h2>
    ${forms.map((form, index) => answerPart(view, form, index === 0 && !isOneOfTwo))}
    ${responseHeadersPart(view, operation)} ${examplesPart(view, examplesOf(answers))}`;
}

/** The request that we send: its body and headers. */
function callbackPart(view: ReferenceView, operation: OperationObject): Markup {
  const media = operation.requestBody?.content[jsonType];
  return html`<p>${prose(descriptionOf(operation, view.language))}</p>
    <h2 id="headers">${view.words.headers}</h2>
    ${parametersPart(view, operation.parameters)}
    <h2 id="body">${view.words.body}</h2>
    ${media === undefined ? null : fieldList(view, resolve(view, media.schema))}
    ${examplesPart(view, media?.examples)}`;
}

const summaryOf = (operation: OperationObject, language: Language): string =>
  language === 'fr' ? operation['x-summary-fr'] : operation.summary;

const descriptionOf = (operation: OperationObject, language: Language): string =>
  language === 'fr' ? operation['x-description-fr'] : operation.description;

const sharedRefusals = new Set(
  ['Refusal', 'ListRefusal', 'SmsRefusal'].map((name) => `#/components/schemas/${name}`),
);

/** Refusals that all endpoints share are shown once, among the codes. */
const isSharedRefusal = (form: SchemaObject): boolean => sharedRefusals.has(form.$ref ?? '');

const examplesOf = (media: readonly { examples?: Examples }[]): Examples =>
  Object.assign({}, ...media.map(({ examples }) => examples ?? {})) as Examples;

function requestPart(
  view: ReferenceView,
  { method, path, operation }: { method: 'GET' | 'POST'; path: string; operation: OperationObject },
): Markup {
  const media = operation.requestBody?.content[jsonType];
  const parameters = parametersPart(view, operation.parameters);
  const sample = (body: { [member: string]: unknown } | null): Markup =>
    requestSample(
      { method, path, body },
      { baseUrl: view.baseUrl, example: null, expected: null, run: !path.includes('{') },
    );
  if (media === undefined) return html`${parameters}${sample(null)}`;
  const schema = resolve(view, media.schema);
  const forms = schema['oneOf'] ?? schema.anyOf;
  const fields =
    forms === undefined
      ? fieldList(view, schema)
      : formLists(view, forms as readonly SchemaObject[]);
  const examples = Object.values((media.examples ?? {}) as Examples).map((example, index) => {
    const title = view.language === 'fr' ? example['x-summary-fr'] : example.summary;
    return html`<details${index === 0 ? html` open` : null}><summary>${title}</summary>${sample(withoutKey(example.value))}</details>`;
  });
  return html`${fields}${parameters}
    <h3 id="${operation.operationId}-examples">${view.words.examples}</h3>
    ${examples}`;
}

/** The key is put where it belongs by whoever shows the request. */
function withoutKey(body: unknown): { [member: string]: unknown } {
  const { apiKey: _payments, app_key: _sms, ...rest } = body as { [member: string]: unknown };
  return rest;
}

/** Headers that a success carries beside the usual ones. */
function responseHeadersPart({ language }: FieldView, { responses }: OperationObject): Markup {
  const headers = Object.entries(responses['200']?.headers ?? {}) as [string, SchemaObject][];
  const rows = headers
    .filter(([, header]) => header.$ref === undefined)
    .map(
      ([name, header]) =>
        html`<dt><code>${name}</code></dt>
          <dd>
            ${prose((language === 'fr' ? header['x-description-fr'] : header.description) ?? '')}
          </dd>`,
    );
  return rows.length === 0 ? html`` : html`<dl class="fields">${rows}</dl>`;
}

/** Members of the path and the query, and headers, where there are any. */
function parametersPart(view: FieldView, parameters: readonly ParameterObject[] = []): Markup {
  if (parameters.length === 0) return html``;
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description, 'x-description-fr': french }) => [
      name,
      { ...schema, description, 'x-description-fr': french },
    ]),
  );
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return fieldList(view, { properties, required });
}

/** What all forms have in common, then what each adds. */
function formLists(view: FieldView, references: readonly SchemaObject[]): Markup {
  const { words, language } = view;
  const formTitle = (name: string): string =>
    requestForms.find((form) => form.name === name)?.title[language] ?? name;
  const [plain, ...others] = references.map((reference) => ({
    name: formName(reference),
    schema: resolve(view, reference),
  }));
  if (plain === undefined) return html``;
  const common = new Set(Object.keys(plain.schema.properties ?? {}));
  const parts = others.map(({ name, schema }) => {
    const only = new Set(
      Object.keys(schema.properties ?? {}).filter((field) => !common.has(field)),
    );
    const form = requestForms.find((each) => each.name === name);
    const demanded = form?.orFromInquiry === true ? words.requiredOrElsewhere : words.required;
    const extraRequired = new Map((form?.required ?? []).map((field) => [field, demanded]));
    return html`<details>
      <summary>${words.extras(formTitle(name))}</summary>
      ${fieldList(view, schema, { only, extraRequired })}
    </details>`;
  });
  return html`<h3 id="common-fields">${words.commonFields}</h3>
    ${fieldList(view, plain.schema)}
    <h3 id="more-fields">${words.moreFields}</h3>
    <p>${words.noExtras(formTitle(plain.name))}</p>
    ${parts}`;
}

/** `#/components/schemas/OperationRequestBillPay` → `billPay`. */
function formName(reference: SchemaObject): string {
  const name = (reference.$ref ?? '').replace(/^.*\/OperationRequest/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** `first`: the one to be seen at once, where it is not long. */
function answerPart(view: FieldView, form: SchemaObject, first: boolean): Markup {
  const name = (form.$ref ?? '').replace(/^.*\//, '');
  const fields = fieldList(view, resolve(view, form));
  const open = first && fields.markup.length <= openAnswerMax;
  return html`<details${open ? html` open` : null}><summary>${name}</summary>${fields}</details>`;
}

function examplesPart(view: FieldView, examples: Examples | undefined): Markup {
  const parts = Object.values(examples ?? {}).map(({ value, summary, ...example }) => {
    const title = view.language === 'fr' ? example['x-summary-fr'] : summary;
    const shown = typeof value === 'string' ? codeBlock(value, 'text') : jsonBlock(value);
    return html`<details>
      <summary>${title}</summary>
      ${shown}
    </details>`;
  });
  return parts.length === 0
    ? html``
    : html`<p class="label">${view.words.examples}</p>
        ${parts}`;
}
