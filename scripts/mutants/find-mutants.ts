// Finds what can be flipped in a source text: comparisons, signs, terms of sums, roundings and
// constants, in TypeScript and in the SQL that stands in it.

import { parseSync } from 'oxc-parser';

export interface Mutant {
  /** UTF-16 offsets in the source text. */
  start: number;
  end: number;
  replacement: string;
  /** From 1. */
  line: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const operators: { readonly [operator: string]: string } = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};

const assignments: { readonly [operator: string]: string } = { '+=': '-=', '-=': '+=' };

const roundings: { readonly [name: string]: string } = {
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  max: 'min',
  min: 'max',
};

/** In SQL operators stand between spaces. */
const sqlFlips: readonly (readonly [RegExp, string])[] = [
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ <> /g, ' = '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' + '],
  [/ is null\b/g, ' is not null'],
  [/ is not null\b/g, ' is null'],
  [/ asc\b/g, ' desc'],
  [/ desc\b/g, ' asc'],
  [/\bgreatest\(/g, 'least('],
  [/\bleast\(/g, 'greatest('],
];

/** How wide they are, and from which on they are aligned at their end. */
const columns = /^([a-z]+W|w)idths$|^numbersFrom$/;

const isSql = (text: string): boolean =>
  /\b(select|insert into|update|delete from|where|order by)\b/.test(text);

export function findMutants(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, replacement: string): void => {
    mutants.push({ start, end, replacement, line: text.slice(0, start).split('\n').length });
  };
  visit(program as unknown as Node, text, add);
  return mutants;
}

type Add = (start: number, end: number, replacement: string) => void;

function visit(node: Node, text: string, add: Add): void {
  if (isPassedOver(node, text)) return;
  if (isOrder(node, text))
    return add((node['consequent'] as Node).start, (node['consequent'] as Node).start + 1, '');
  flip(node, text, add);
  for (const member of Object.values(node))
    for (const child of Array.isArray(member) ? member : [member])
      if (isNode(child)) visit(child, text, add);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/**
 * Types mean nothing when the code runs; the words of an error, the columns of a printed table and
 * when others take their turn decide nothing.
 */
function isPassedOver({ type, callee, id, key, consequent }: Node, text: string): boolean {
  if (type === 'ImportDeclaration') return true;
  if (type === 'IfStatement') {
    const { start, end } = consequent as Node;
    return text.slice(start, end) === 'await environment.othersTurn();';
  }
  if (type === 'VariableDeclarator' || type === 'Property')
    return columns.test(String(((id ?? key) as Node)['name']));
  if (type === 'NewExpression') return /Error$/.test(String((callee as Node)['name']));
  return /^TS(?!AsExpression|NonNullExpression|SatisfiesExpression)/.test(type);
}

/** `a < b ? -1 : 1` of what is sorted by what no two have: the sign alone counts. */
const isOrder = ({ type, test, end }: Node, text: string): boolean =>
  type === 'ConditionalExpression' &&
  (test as Node)['operator'] === '<' &&
  text.slice((test as Node).end, end).endsWith('? -1 : 1');

function flip(node: Node, text: string, add: Add): void {
  switch (node.type) {
    case 'BinaryExpression':
      return flipOperation(node, text, add);
    case 'AssignmentExpression':
      return flipBetween(node, text, assignments[String(node['operator'])], add);
    case 'UnaryExpression':
      if (node['operator'] === '-') add(node.start, node.start + 1, '');
      return;
    case 'MemberExpression':
      return flipRounding(node, add);
    case 'Literal':
      return flipLiteral(node, text, add);
    case 'TemplateElement':
      return flipSql(node.start, text.slice(node.start, node.end), add);
    default:
  }
}

/** Each term of a sum is also left out. */
function flipOperation(node: Node, text: string, add: Add): void {
  const [left, right] = [node['left'] as Node, node['right'] as Node];
  const operator = String(node['operator']);
  if (operator === '+' && (isText(left) || isText(right))) return;
  flipBetween(node, text, operators[operator], add);
  if (operator !== '+' && operator !== '-') return;
  add(node.start, node.end, text.slice(left.start, left.end));
  add(
    node.start,
    node.end,
    operator === '-'
      ? `(-${text.slice(right.start, right.end)})`
      : text.slice(right.start, right.end),
  );
}

const isText = ({ type, value }: Node): boolean =>
  type === 'TemplateLiteral' || typeof value === 'string';

function flipBetween(node: Node, text: string, flipped: string | undefined, add: Add): void {
  if (flipped === undefined) return;
  const from = (node['left'] as Node).end;
  const at = text.indexOf(String(node['operator']), from);
  add(at, at + String(node['operator']).length, flipped);
}

function flipRounding(node: Node, add: Add): void {
  const [object, property] = [node['object'] as Node, node['property'] as Node];
  const flipped = roundings[String(property['name'])];
  if (object['name'] === 'Math' && flipped !== undefined)
    add(property.start, property.end, flipped);
}

function flipLiteral(node: Node, text: string, add: Add): void {
  const { value } = node;
  const raw = text.slice(node.start, node.end);
  if (typeof value === 'number') add(node.start, node.end, String(value + 1));
  else if (/^[\d_]+n$/.test(raw))
    add(node.start, node.end, `${BigInt(raw.replaceAll(/[_n]/g, '')) + 1n}n`);
  else if (typeof value === 'string') flipSql(node.start, raw, add);
}

function flipSql(start: number, text: string, add: Add): void {
  if (!isSql(text)) return;
  for (const [pattern, replacement] of sqlFlips)
    for (const { index, 0: found } of text.matchAll(pattern))
      add(start + index, start + index + found.length, replacement);
}
