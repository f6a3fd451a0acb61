// Finds the invalid fields of a rejected body and what is wrong with each, by walking the schema
// beside the value. Only rejected bodies come here, so it need not be fast. Reads the JSON Schema
// keywords that request schemas use; `x-problem` on a schema names the problem where the general
// one is too vague.
import type { FieldFault, FieldProblem } from '../field-problem.ts';

interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  patternProperties?: Record<string, SchemaNode>;
  required?: readonly string[];
  items?: SchemaNode;
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly SchemaNode[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  'x-problem'?: FieldProblem;
}

const typeProblems: Record<string, FieldProblem> = {
  string: 'notString',
  number: 'notNumber',
  integer: 'notNumber',
  boolean: 'notBoolean',
  object: 'notObject',
};

/** All faults of a value at `path` (the empty string is the body itself). */
export function faultsOfValue(schema: object, value: unknown, path: string): FieldFault[] {
  const node = schema as SchemaNode;
  if (node.anyOf !== undefined) return faultsOfUnion(node, node.anyOf, value, path);
  if (node.const !== undefined)
    return value === node.const
      ? []
      : [{ field: path, problem: node['x-problem'] ?? 'notAllowed' }];
  if (!hasType(node, value))
    return [
      { field: path, problem: node['x-problem'] ?? typeProblems[node.type ?? ''] ?? 'notAllowed' },
    ];
  if (typeof value === 'string')
    return stringProblem(node, value).map((problem) => ({ field: path, problem }));
  if (typeof value === 'number')
    return numberProblem(node, value).map((problem) => ({ field: path, problem }));
  if (Array.isArray(value)) return faultsOfList(node, value, path);
  if (typeof value === 'object' && value !== null)
    return faultsOfObject(node, value as Record<string, unknown>, path);
  return [];
}

function faultsOfUnion(
  node: SchemaNode,
  alternatives: readonly SchemaNode[],
  value: unknown,
  path: string,
): FieldFault[] {
  let closest: FieldFault[] | undefined;
  for (const alternative of alternatives) {
    const faults = faultsOfValue(alternative, value, path);
    if (faults.length === 0) return [];
    // The alternative of the value's own type tells most: "too long" rather than "not a string or
    // an object".
    if (hasType(alternative, value)) closest ??= faults;
  }
  return closest ?? [{ field: path, problem: node['x-problem'] ?? 'notAllowed' }];
}

function faultsOfList(node: SchemaNode, values: readonly unknown[], path: string): FieldFault[] {
  if (values.length < (node.minItems ?? 0)) return [{ field: path, problem: 'empty' }];
  if (values.length > (node.maxItems ?? Infinity)) return [{ field: path, problem: 'tooLong' }];
  return values.flatMap((value, index) =>
    faultsOfValue(node.items ?? {}, value, `${path}.${index}`),
  );
}

function faultsOfObject(
  node: SchemaNode,
  value: Record<string, unknown>,
  path: string,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const place = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    if (value[name] !== undefined) faults.push(...faultsOfValue(member, value[name], place(name)));
    else if (node.required?.includes(name) === true)
      faults.push({ field: place(name), problem: 'missing' });
  }
  const others = Object.values(node.patternProperties ?? {})[0];
  if (others !== undefined) {
    for (const [name, member] of Object.entries(value))
      faults.push(...faultsOfValue(others, member, place(name)));
  }
  return faults;
}

function hasType(node: SchemaNode, value: unknown): boolean {
  switch (node.type) {
    case 'string':
    case 'boolean':
      return typeof value === node.type;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return false;
  }
}

function stringProblem(node: SchemaNode, value: string): FieldProblem[] {
  const length = [...value].length;
  if (length < (node.minLength ?? 0)) return ['empty'];
  if (length > (node.maxLength ?? Infinity)) return ['tooLong'];
  if (node.pattern !== undefined && !new RegExp(node.pattern, 'u').test(value))
    return [node['x-problem'] ?? 'badCharacters'];
  return [];
}

function numberProblem(node: SchemaNode, value: number): FieldProblem[] {
  if (value < (node.minimum ?? -Infinity)) return [node['x-problem'] ?? 'notPositive'];
  if (value > (node.maximum ?? Infinity)) return [node['x-problem'] ?? 'tooLarge'];
  return [];
}
