// What guards the gateway, and how the whole is tried.

import type { RuleFamily } from './family.ts';

export const security: readonly RuleFamily[] = [
  {
    title: 'Access and secrets',
    places: {
      S02: 'gateway/src/backoffice/approvals/',
      S24: 'gateway/src/backoffice/users/',
    },
    rules: {
      S01: 'What belongs to another account is not there.',
      S02: 'What a single user must not decide alone is done by two, who are independent; owners are told.',
      S03: 'A member reaches the fields and rows of their role, countries and account.',
      S04: 'API keys are random, recognizable and checked; one that was never given costs no query of its own.',
      S06: 'Passwords are strong and hashed, second factors protect operators and money, and sessions can be ended.',
      S07: 'Secrets are sealed for their row under a key outside the database, which can be changed.',
      S10: 'Logs, command lines and the audit log hold no secret; the audit log is a chain.',
      S24: 'There are no default credentials; guessing is slowed, locks out nobody else, and learns of no address.',
      S28: 'What others can have us send, or read of us, is bounded: messages, alerts, their cost and tokens.',
    },
  },
  {
    title: 'What strangers reach',
    rules: {
      G1: 'Nobody reaches the installation’s own services through the gateway.',
      G2: 'In live mode a card number in a text is refused by field and not stored.',
      G3: 'A minute after a card came, its full number is no longer in memory, nor in a core file.',
      G4: 'A proxy that is not listed is shown, and locks out no others.',
      G5: 'The node and its database’s role have the least rights.',
      G6: 'The edge answers with security headers, speaks TLS 1.2 and newer, and refuses what is no request.',
    },
  },
  {
    title: 'Programmes of tests',
    places: {
      T03: 'acceptance/simulation/',
      T07: 'acceptance/crash/',
      T14: 'gateway/src/platform/outbound/guard.ts',
      T19: 'gateway/src/platform/secrets/rewrap.ts',
      T20: 'gateway/src/backoffice/recovery/',
      T21: 'gateway/src/platform/db/migrate.ts',
      T22: 'gateway/src/node/',
      T26: 'acceptance/simulation/planted.ts',
    },
    rules: {
      T03: 'The simulation runs many seeds: nothing doubled, nothing lost, everybody answered.',
      T05: 'What a killed node was doing another one takes over within 45 s.',
      T07: 'The primary fails under load, and nothing that was acknowledged is lost.',
      T14: 'The table of forbidden addresses: none is ever connected to, in any spelling or by any name.',
      T18: 'Nodes with wrong clocks: the books agree, and limits of time are exact.',
      T19: 'The key-encryption key is changed while the gateway works and is killed.',
      T20: 'A restore under load sends nothing twice.',
      T21: 'Two versions under load, one after the other, without an error.',
      T22: 'A stop under load answers every accepted request.',
      T26: 'Faults that are planted on purpose are found.',
      T28: 'The doctor finds each corruption, and nothing in a correct database, in parts as at once.',
    },
  },
];
