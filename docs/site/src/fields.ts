// Lists the members of a schema: name, type, whether it is required, description. Members of
// nested objects follow their parent with a dotted name.

import type { Language, OpenapiDocument } from '@jokko/contract';
import { html, type Markup } from '@jokko/contract/html';
import { prose } from './prose.ts';
import type { Words } from './words.ts';

export type SchemaObject = OpenapiDocument['components']['schemas'][string];

export interface FieldView {
  language: Language;
  words: Words;
  schemas: { [name: string]: SchemaObject };
}

/** The schema itself, or the component that it points to. */
export function resolve(view: FieldView, schema: SchemaObject): SchemaObject {
  if (schema.$ref === undefined) return schema;
  return view.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? schema;
}

/**
 * `only` leaves out the other members, `extraRequired` marks what the service demands beyond the
 * schema.
 */
export function fieldList(
  view: FieldView,
  schema: SchemaObject,
  options?: { only?: ReadonlySet<string>; extraRequired?: ReadonlyMap<string, string> },
): Markup {
  const extraRequired = options?.extraRequired ?? new Map<string, string>();
  return html`<dl class="fields">${fieldRows(view, schema, '', options?.only, extraRequired)}</dl>`;
}

function fieldRows(
  view: FieldView,
  schema: SchemaObject,
  prefix: string,
  only: ReadonlySet<string> | undefined,
  extraRequired: ReadonlyMap<string, string>,
): Markup[] {
  const rows: Markup[] = [];
  for (const [name, given] of Object.entries(schema.properties ?? {})) {
    if (only !== undefined && !only.has(name)) continue;
    const member = resolve(view, given);
    const required =
      schema.required?.includes(name) === true
        ? view.words.required
        : (extraRequired.get(name) ?? null);
    rows.push(
      html`<dt>
          <code>${prefix + name}</code>
          <span class="type">${typeText(view, member)}</span
          >${required === null ? null : html` <span class="required">${required}</span>`}
        </dt>
        <dd>${prose(descriptionOf(view, member))}</dd>`,
    );
    const inner = innerObject(view, member);
    if (inner !== undefined)
      rows.push(
        ...fieldRows(view, inner.schema, `${prefix}${name}${inner.mark}.`, undefined, new Map()),
      );
  }
  return rows;
}

function innerObject(
  view: FieldView,
  member: SchemaObject,
): { schema: SchemaObject; mark: string } | undefined {
  const hasMembers = (schema: SchemaObject): boolean =>
    Object.keys(schema.properties ?? {}).length > 0;
  if (hasMembers(member)) return { schema: member, mark: '' };
  const item = member.items === undefined ? undefined : resolve(view, member.items);
  if (item !== undefined && hasMembers(item)) return { schema: item, mark: '[]' };
  const alternative = member.anyOf?.map((each) => resolve(view, each)).find(hasMembers);
  return alternative === undefined ? undefined : { schema: alternative, mark: '' };
}

const descriptionOf = (view: FieldView, schema: SchemaObject): string =>
  (view.language === 'fr' ? schema['x-description-fr'] : schema.description) ?? '';

/** "string (up to 128)", "number or string", "2000". */
function typeText(view: FieldView, schema: SchemaObject): string {
  const { types } = view.words;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((each) => typeText(view, resolve(view, each))))].join(
      types.or,
    );
  switch (schema.type) {
    case 'string':
      return schema.maxLength === undefined
        ? types.string
        : `${types.string} (${types.max} ${schema.maxLength})`;
    case 'array':
      return `${types.array} ${schema.items === undefined ? types.object : typeText(view, resolve(view, schema.items))}`;
    case 'number':
    case 'integer':
    case 'boolean':
    case 'object':
    case 'null':
      return types[schema.type];
    default:
      return '';
  }
}
