// Finds the country and operator of a number: a trie of digits over all prefixes of the document.
// The longest matching prefix decides, and its result was computed when the trie was built.

import type { NumbersEntry } from './document.ts';

/** One country's numbers; `Operator` is whatever stands for an operator. */
export interface PlannedCountry<Country, Operator> {
  country: Country;
  callingCode: string;
  mobile: readonly NumbersEntry[];
  landline: readonly NumbersEntry[];
  operators: readonly { operator: Operator; prefixes: readonly string[] }[];
}

/** What all numbers with one prefix have in common. */
export interface Zone<Country, Operator> {
  /** Null: no calling code of the plan. */
  country: Country | null;
  /**
   * Bit n is set when a whole number of n digits, calling code included, is a mobile number, or one
   * of a landline.
   */
  mobileLengths: number;
  landlineLengths: number;
  /** Null: no operator lists the prefix. */
  operator: Operator | null;
}

export interface NumberPlan<Country, Operator> {
  /** The zone of a text of digits; the root's, without country, where they begin like none. */
  zoneOf(digits: string): Zone<Country, Operator>;
}

const zero = 48;

interface Node<Country, Operator> {
  children: (Node<Country, Operator> | undefined)[];
  country?: Country;
  lengths?: { mobile: number; landline: number };
  operator?: Operator;
}

export function makeNumberPlan<Country, Operator>(
  countries: readonly PlannedCountry<Country, Operator>[],
): NumberPlan<Country, Operator> {
  const root: Node<Country, Operator> = { children: [] };
  for (const planned of countries) {
    const { callingCode } = planned;
    nodeAt(root, callingCode).country = planned.country;
    for (const kind of ['mobile', 'landline'] as const) {
      for (const { lengths, prefixes } of planned[kind]) {
        const mask = lengths.reduce(
          (bits, length) => bits | (1 << (length + callingCode.length)),
          0,
        );
        for (const prefix of prefixes)
          (nodeAt(root, callingCode + prefix).lengths ??= { mobile: 0, landline: 0 })[kind] |= mask;
      }
    }
    for (const { operator, prefixes } of planned.operators) {
      for (const prefix of prefixes) nodeAt(root, callingCode + prefix).operator = operator;
    }
  }
  return flatten(root);
}

function nodeAt<Country, Operator>(
  root: Node<Country, Operator>,
  digits: string,
): Node<Country, Operator> {
  let node = root;
  for (let at = 0; at < digits.length; at += 1)
    node = node.children[digits.charCodeAt(at) - zero] ??= { children: [] };
  return node;
}

/**
 * Numbered nodes in one array of ten children each (0: none), with the zone of every node beside
 * it.
 */
function flatten<Country, Operator>(root: Node<Country, Operator>): NumberPlan<Country, Operator> {
  const children: number[] = [];
  const zones: Zone<Country, Operator>[] = [];
  const add = (node: Node<Country, Operator>, around: Zone<Country, Operator>): number => {
    const index = zones.length;
    const zone = zoneOfNode(node, around);
    zones.push(zone);
    for (let digit = 0; digit < 10; digit += 1) children.push(0);
    node.children.forEach((child, digit) => {
      if (child !== undefined) children[index * 10 + digit] = add(child, zone);
    });
    return index;
  };
  add(root, { country: null, mobileLengths: 0, landlineLengths: 0, operator: null });
  const next = Int32Array.from(children);
  return {
    zoneOf(digits) {
      let node = 0;
      for (let at = 0; at < digits.length; at += 1) {
        const child = next[node * 10 + digits.charCodeAt(at) - zero]!;
        if (child === 0) break;
        node = child;
      }
      return zones[node]!;
    },
  };
}

/** What a node does not say itself is as around it; a calling code begins anew. */
function zoneOfNode<Country, Operator>(
  node: Node<Country, Operator>,
  around: Zone<Country, Operator>,
): Zone<Country, Operator> {
  const outer =
    node.country === undefined
      ? around
      : { country: node.country, mobileLengths: 0, landlineLengths: 0, operator: null };
  return {
    country: outer.country,
    mobileLengths: node.lengths?.mobile ?? outer.mobileLengths,
    landlineLengths: node.lengths?.landline ?? outer.landlineLengths,
    operator: node.operator ?? outer.operator,
  };
}
