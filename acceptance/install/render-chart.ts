// Renders the Helm chart as `helm template` does, for machines without helm: the part of Go's
// templates that the chart uses, and nothing else. An action or function that it does not know
// throws, so that the chart cannot outgrow what is tested.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

type Value = unknown;
interface Scope {
  root: Value;
  dot: Value;
  variables: ReadonlyMap<string, Value>;
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'output'; expression: string }
  | { kind: 'block'; action: 'if' | 'with' | 'range'; expression: string; body: Part[] };

/**
 * The documents of every template, by file. Values are those of values.yaml with `given` over them,
 * one level deep.
 */
export function renderChart(
  folder: string,
  given: { [name: string]: Value },
): Map<string, { [member: string]: Value }[]> {
  const chart = readYaml(join(folder, 'Chart.yaml'));
  const root = {
    Values: merge(readYaml(join(folder, 'values.yaml')), given),
    Chart: Object.fromEntries(
      Object.entries(chart).map(([name, value]) => [
        name.slice(0, 1).toUpperCase() + name.slice(1),
        value,
      ]),
    ),
    Release: { Name: 'pay', Service: 'Helm' },
    Template: { BasePath: 'templates' },
  };
  const files = readdirSync(join(folder, 'templates'));
  const templates = new Map<string, Part[]>();
  for (const file of files) {
    const text = readFileSync(join(folder, 'templates', file), 'utf8');
    templates.set(`templates/${file}`, readTemplate(text, templates));
  }
  const render = createRenderer(templates);
  return new Map(
    files
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => {
        const scope = { root, dot: root, variables: new Map() };
        const text = render(templates.get(`templates/${file}`)!, scope);
        const documents = text.split(/^---$/m).map((each) => parse(each) as Value);
        return [file, documents.filter((each) => each !== null) as { [name: string]: Value }[]];
      }),
  );
}

const readYaml = (path: string): { [name: string]: Value } =>
  parse(readFileSync(path, 'utf8')) as { [name: string]: Value };

function merge(defaults: { [name: string]: Value }, given: { [name: string]: Value }): Value {
  const merged = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
  }
  return merged;
}

const isObject = (value: Value): value is { [name: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Named parts (`define`) go into `templates` under their names. */
function readTemplate(text: string, templates: Map<string, Part[]>): Part[] {
  // `{{-` takes white space before it away, `-}}` behind it.
  const trimmed = text.replaceAll(/\s*\{\{-/g, '{{').replaceAll(/-\}\}\s*/g, '}}');
  const top: Part[] = [];
  const open: Part[][] = [top];
  for (const piece of trimmed.split(/(\{\{.*?\}\})/s)) {
    const into = open.at(-1)!;
    const action = /^\{\{\s*(.*?)\s*\}\}$/s.exec(piece)?.[1];
    if (action === undefined) into.push({ kind: 'text', text: piece });
    else if (action === 'end') open.pop();
    else if (!action.startsWith('/*')) {
      const [, word = '', rest = ''] = /^(\w+)?\s*(.*)$/s.exec(action)!;
      const body: Part[] = [];
      if (word === 'if' || word === 'with' || word === 'range') {
        into.push({ kind: 'block', action: word, expression: rest, body });
        open.push(body);
      } else if (word === 'define') {
        templates.set(rest.replaceAll('"', ''), body);
        open.push(body);
      } else into.push({ kind: 'output', expression: action });
    }
  }
  if (open.length !== 1) throw new Error('a block has no end');
  return top;
}

/** How a template's parts become text; `include` finds the named ones in `templates`. */
function createRenderer(
  templates: ReadonlyMap<string, Part[]>,
): (parts: readonly Part[], scope: Scope) => string {
  return render;

  function render(parts: readonly Part[], scope: Scope): string {
    return parts
      .map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'output') return textOf(evaluate(part.expression, scope));
        return renderBlock(part, scope);
      })
      .join('');
  }

  function renderBlock(
    { action, expression, body }: Part & { kind: 'block' },
    scope: Scope,
  ): string {
    const [, names, rest = ''] = /^(?:(\$\w+, \$\w+) := )?(.*)$/s.exec(expression)!;
    const value = evaluate(rest, scope);
    if (action === 'if') return isTrue(value) ? render(body, scope) : '';
    if (action === 'with') return isTrue(value) ? render(body, { ...scope, dot: value }) : '';
    const [name = '', item = ''] = names?.split(', ') ?? [];
    return Object.entries(value as object)
      .map(([key, each]: [string, Value]) => {
        const variables = new Map([...scope.variables, [name, key], [item, each]]);
        return render(body, { ...scope, dot: each, variables });
      })
      .join('');
  }

  /** `a b | c d`: what stands before a pipe is the last argument of what follows. */
  function evaluate(expression: string, scope: Scope): Value {
    let last: Value[] = [];
    for (const stage of expression.split(' | ')) {
      const words = stage.trim().match(/"[^"]*"|\([^)]*\)|\S+/g) ?? [];
      last = [call(words, last, scope)];
    }
    return last[0];
  }

  function call(words: readonly string[], piped: readonly Value[], scope: Scope): Value {
    const [first = '', ...others] = words;
    if (words.length === 1 && piped.length === 0) return atom(first, scope);
    const given = [...others.map((word) => atom(word, scope)), ...piped];
    if (first === 'include') {
      const template = templates.get(given[0] as string);
      if (template === undefined) throw new Error(`there is no template ${String(given[0])}`);
      return render(template, { root: given[1], dot: given[1], variables: new Map() });
    }
    const called = functions[first];
    if (called === undefined) throw new Error(`the renderer does not know ${first}`);
    return called(...given);
  }

  function atom(word: string, scope: Scope): Value {
    if (word.startsWith('"')) return JSON.parse(word);
    if (word.startsWith('(')) return evaluate(word.slice(1, -1), scope);
    if (/^\d+$/.test(word)) return Number(word);
    if (scope.variables.has(word)) return scope.variables.get(word);
    const path = /^(\$)?\.(.*)$/.exec(word);
    if (path === null) throw new Error(`the renderer does not know ${word}`);
    const start = path[1] === '$' ? scope.root : scope.dot;
    return path[2]!
      .split('.')
      .filter((name) => name !== '')
      .reduce((value: Value, name) => (isObject(value) ? value[name] : undefined), start);
  }
}

const textOf = (value: Value): string => (value === undefined ? '<no value>' : String(value));

const isTrue = (value: Value): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isObject(value)
      ? Object.keys(value).length > 0
      : Boolean(value);

const functions: { readonly [name: string]: (...given: readonly Value[]) => Value } = {
  quote: (value) => JSON.stringify(textOf(value)),
  default: (absent, value) => (isTrue(value) ? value : absent),
  toYaml: (value) => stringify(value, { lineWidth: 0 }).trimEnd(),
  nindent: (width, text) => `\n${textOf(text).replaceAll(/^(?=.)/gm, ' '.repeat(Number(width)))}`,
  trunc: (length, text) => textOf(text).slice(0, Number(length)),
  trimSuffix: (suffix, text) =>
    textOf(text).endsWith(textOf(suffix))
      ? textOf(text).slice(0, -textOf(suffix).length)
      : textOf(text),
  div: (...numbers) => numbers.map(Number).reduce((left, right) => Math.trunc(left / right)),
  add: (...numbers) => numbers.reduce((sum: number, each) => sum + Number(each), 0),
  print: (...texts) => texts.map(textOf).join(''),
  sha256sum: (text) => createHash('sha256').update(textOf(text)).digest('hex'),
};
