// Renders a schema as rows of "field, type, required, description". Members of nested objects
// follow their parent with a dotted name.
import type { Language } from '../language.ts';
import type { SchemaObject } from '../openapi/document.ts';
import { escapeHtml, prose, table } from './html.ts';
import type { Messages } from './messages.ts';

export interface FieldView {
  language: Language;
  messages: Messages;
  schemas: Record<string, SchemaObject>;
}

/** The schema itself, or the component that it points to. */
export function resolve(view: FieldView, schema: SchemaObject): SchemaObject {
  if (schema.$ref === undefined) return schema;
  return view.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? schema;
}

/** A table of an object schema's members; `only` leaves out the others, `extraRequired` marks what the service demands beyond the schema. */
export function fieldTable(
  view: FieldView,
  schema: SchemaObject,
  options?: { only?: ReadonlySet<string>; extraRequired?: ReadonlyMap<string, string> },
): string {
  const { columns } = view.messages;
  const rows = fieldRows(view, schema, '', options?.only, options?.extraRequired ?? new Map());
  return table('fields', [columns.field, columns.type, columns.required, columns.about], rows);
}

function fieldRows(
  view: FieldView,
  schema: SchemaObject,
  prefix: string,
  only: ReadonlySet<string> | undefined,
  extraRequired: ReadonlyMap<string, string>,
): string[][] {
  const rows: string[][] = [];
  for (const [name, given] of Object.entries(schema.properties ?? {})) {
    if (only !== undefined && !only.has(name)) continue;
    const member = resolve(view, given);
    const required =
      schema.required?.includes(name) === true
        ? view.messages.yes
        : (extraRequired.get(name) ?? '');
    rows.push([
      `<code>${escapeHtml(prefix + name)}</code>`,
      escapeHtml(typeText(view, member)),
      escapeHtml(required),
      prose(descriptionOf(view, member)),
    ]);
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

function descriptionOf(view: FieldView, schema: SchemaObject): string {
  return (view.language === 'fr' ? schema['x-description-fr'] : schema.description) ?? '';
}

/** "string (up to 128)", "number or string", "2000". */
export function typeText(view: FieldView, schema: SchemaObject): string {
  const { types } = view.messages;
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
