// Reduces the OpenAPI document, which carries French texts in `x-…-fr` beside the English ones, to
// one language.
import type { Language } from '../language.ts';

/** `Node` without `x-…-fr` members, and with a text in place of each `{ fr, en }`. */
export type InOneLanguage<Node> =
  Node extends Record<Language, string>
    ? string
    : Node extends object
      ? {
          [Key in keyof Node as Key extends `x-${string}-fr` ? never : Key]: InOneLanguage<
            Node[Key]
          >;
        }
      : Node;

const frenchMember = /^x-(\w+)-fr$/;

/** A copy. Examples of bodies stay as they are. */
export function inOneLanguage<Node>(node: Node, language: Language): InOneLanguage<Node> {
  return reduce(node, language) as InOneLanguage<Node>;
}

/**
 * `under`: the member that `node` is of. A field may have any name, that of the member for
 * examples, too.
 */
function reduce(node: unknown, language: Language, under = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => reduce(item, language));
  if (typeof node !== 'object' || node === null) return node;
  if (isText(node)) return node[language];
  const reduced: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(node)) {
    const [, name] = frenchMember.exec(key) ?? [];
    if (name === undefined) {
      const isShown = language === 'en' || !(`x-${key}-fr` in node);
      const isExample = key === 'value' && under !== 'properties';
      if (isShown) reduced[key] = isExample ? member : reduce(member, language, key);
    } else if (language === 'fr') reduced[name] = member;
  }
  return reduced;
}

function isText(node: object): node is Record<Language, string> {
  return 'fr' in node && 'en' in node && typeof node.fr === 'string' && typeof node.en === 'string';
}
