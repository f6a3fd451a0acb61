// Which invariants of reliability.md section 3 cannot be checked from the tables that exist now, and why?

import type { Inapplicable } from '../check.ts';

export const inapplicable: readonly Inapplicable[] = [
  {
    id: 'I-16',
    statement: 'every reference in the send journals of the nodes has its attempt',
    reason: 'nodes write no send journal yet; the attempt row is committed before the first byte leaves',
  },
  {
    id: 'I-23',
    statement: 'all bodies sent for one callback are byte-identical',
    reason:
      'one body is stored and every attempt reads it; what was really sent is in the receivers: the crash tests and the bench compare it',
  },
  {
    id: 'I-30',
    statement: 'each notice from a provider is matched, ignored with a reason, or younger than 10 minutes',
    reason: 'notices are not stored: each one only triggers a look-up, and the attempt has its own alarm clock',
  },
  {
    id: 'I-32',
    statement: 'each answer 2000 in the access journal has its transaction',
    reason: 'there is no access journal yet: the crash tests and the bench compare the journal of their client',
  },
  {
    id: 'I-34',
    statement: 'no secret pattern in any log or table outside encrypted columns',
    reason: 'a scan of dumps, files and logs for known secrets (acceptance/secrets-scan.test.ts), not a statement over tables',
  },
];
