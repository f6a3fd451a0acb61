// Finds the regular expressions of a source file: literals, what is made by `RegExp`, and the
// patterns of schemas. Texts that are put together of constants of the same file are put together.

import { parseSync } from 'oxc-parser';

export interface Expression {
  pattern: string;
  flags: string;
  /** From 1. */
  line: number;
}

export interface Found {
  expressions: Expression[];
  /** Lines on which an expression is made of what is not written in the file. */
  computed: number[];
}

interface Node {
  type: string;
  start: number;
  [member: string]: unknown;
}

type Constants = ReadonlyMap<string, Node>;

export function findExpressions(file: string, text: string): Found {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const nodes: Node[] = [];
  collect(program as unknown as Node, nodes);
  const constants = new Map(
    nodes
      .filter(({ type, init }) => type === 'VariableDeclarator' && isNode(init))
      .map(({ id, init }) => [String((id as Node)['name']), init as Node]),
  );
  const found: Found = { expressions: [], computed: [] };
  for (const node of nodes) {
    const line = text.slice(0, node.start).split('\n').length;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (node.type === 'Literal' && regex !== undefined) found.expressions.push({ ...regex, line });
    const made = madeBy(node);
    if (made === null) continue;
    const pattern = textOf(made.pattern, constants);
    if (pattern === null) found.computed.push(line);
    else found.expressions.push({ pattern, flags: made.flags, line });
  }
  return found;
}

/** `RegExp(…)`, or a schema's `pattern`, which validators read with the flag `u`. */
function madeBy(node: Node): { pattern: Node; flags: string } | null {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const [pattern, flags] = node['arguments'] as Node[];
    if ((node['callee'] as Node)['name'] !== 'RegExp' || pattern === undefined) return null;
    return { pattern, flags: String(flags?.['value'] ?? '') };
  }
  if (node.type !== 'Property' || (node['key'] as Node)['name'] !== 'pattern') return null;
  const value = node['value'] as Node;
  return isAnchored(value) ? { pattern: value, flags: 'u' } : null;
}

/** Other members of that name are patterns of paths. */
const isAnchored = ({ type, value, quasis }: Node): boolean =>
  type === 'TemplateLiteral'
    ? (quasis as { value: { raw: string } }[])[0]!.value.raw.startsWith('^')
    : typeof value === 'string' && value.startsWith('^');

/** Null: it is not written in the file. */
function textOf(node: Node | undefined, constants: Constants): string | null {
  if (node === undefined) return null;
  const { value } = node;
  if (node.type === 'Literal')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  if (node.type === 'Identifier') return textOf(constants.get(String(node['name'])), constants);
  if (node.type === 'BinaryExpression' && node['operator'] === '+') return sumOf(node, constants);
  if (node.type !== 'TemplateLiteral') return null;
  const between = (node['expressions'] as Node[]).map((each) => textOf(each, constants));
  if (between.includes(null)) return null;
  return (node['quasis'] as { value: { cooked: string } }[])
    .map((quasi, index) => quasi.value.cooked + (between[index] ?? ''))
    .join('');
}

function sumOf({ left, right }: Node, constants: Constants): string | null {
  const [one, other] = [textOf(left as Node, constants), textOf(right as Node, constants)];
  if (one === null || other === null) return null;
  const [first, second] = [Number(one), Number(other)];
  return Number.isNaN(first) || Number.isNaN(second) ? one + other : String(first + second);
}

function collect(node: Node, nodes: Node[]): void {
  nodes.push(node);
  for (const member of Object.values(node))
    for (const child of Array.isArray(member) ? member : [member])
      if (isNode(child)) collect(child, nodes);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
