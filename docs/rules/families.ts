// All rules that comments and test titles cite, by family. `npm run docs` writes RULES.md of them.

import { failures } from './failures.ts';
import { interfaceRules } from './interface.ts';
import { invariants } from './invariants.ts';
import { operatorRules } from './operator.ts';
import type { RuleFamily } from './family.ts';
import { security } from './security.ts';

export const families: readonly RuleFamily[] = [
  ...interfaceRules,
  invariants,
  failures,
  ...security,
  ...operatorRules,
];
