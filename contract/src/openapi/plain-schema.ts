// Writes the validators' own schemas as plain JSON Schema.
import type { TSchema } from 'typebox';
import type { SchemaObject } from './document.ts';

/**
 * A schema as plain JSON, without the marks that only our checks read. Enumerations state their
 * type, without which generators of typed clients take them for anything, and integers their size.
 */
export function plainSchema(schema: TSchema): SchemaObject {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === 'x-problem') return undefined;
      if (isEnum(value)) return { type: typeOfAll(value.enum), ...value };
      return isNode(value) ? withIntegers(value) : value;
    }),
  ) as SchemaObject;
}

function isNode(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What `integerText` says for the document, and constants, which typebox takes for any number. */
function withIntegers(node: SchemaObject): SchemaObject {
  const { pattern: _pattern, 'x-integer': bounds, ...rest } = node;
  if (bounds !== undefined) return { ...rest, type: 'integer', format: 'int32', ...bounds };
  if (Number.isInteger(node.const)) return { ...node, type: 'integer' };
  return node.type === 'integer' ? { ...node, format: node['format'] ?? 'int32' } : node;
}

function isEnum(value: unknown): value is { enum: readonly (string | number)[] } {
  return (
    typeof value === 'object' && value !== null && 'enum' in value && Array.isArray(value.enum)
  );
}

function typeOfAll(values: readonly (string | number)[]): string | undefined {
  if (values.every((value) => typeof value === 'string')) return 'string';
  return values.every(Number.isInteger) ? 'integer' : undefined;
}

export function schemaRef(name: string): SchemaObject {
  return { $ref: `#/components/schemas/${name}` };
}
