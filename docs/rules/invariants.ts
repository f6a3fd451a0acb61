// Invariants that `jokko doctor` checks on the live database.

import type { RuleFamily } from './family.ts';

export const invariants: RuleFamily = {
  title: 'Invariants',
  rules: {
    'I-01': 'The ledger accounts of each currency sum to zero.',
    'I-02': 'Each transfer moves an amount above zero between two accounts of one currency.',
    'I-03': 'Each balance is the sum of its transfers; what is held is the sum of the open holds.',
    'I-04': 'No developer’s balance is or was below zero.',
    'I-05':
      'Entries never change: tables refuse updates, and the proof of a day that is over still holds.',
    'I-06': 'Each operation has exactly the transfers that its direction and state demand.',
    'I-07':
      'No transfer is without the operation, batch, settlement, funding or adjustment that it belongs to.',
    'I-08': 'The ledger agrees with what providers state, apart from discrepancies that are known.',
    'I-09': 'Money on suspense belongs to an open case.',
    'I-10':
      'The states of an operation are a path in the table of transitions and end in its present one.',
    'I-11':
      'An `externalTransactionId` names one operation of its account, a transaction id one operation at all.',
    'I-12': 'At most one attempt of an operation is active; attempts are numbered without gaps.',
    'I-13': 'What is not final has a time of its next step; nothing else has.',
    'I-14':
      'Nothing is overdue: neither what waits, nor what is being sent, nor an unknown outcome without a case.',
    'I-15':
      'Each success and each failure has its proof: a provider’s word, or a reason of the closed list.',
    'I-16': 'Every attempt of the send journals is in the database.',
    'I-17': 'No case about an unknown or overdue outcome is open once the operation is final.',
    'I-18':
      'What a provider accepted and has not decided in the time of its route has an open case.',
    'I-19': 'No id or number is above the high-water mark, so none is given twice after a restore.',
    'I-20': 'Each operation that succeeded or failed and has a callback address has one callback.',
    'I-21':
      'A callback says what its operation says, and its hash is that of the key of the initiation.',
    'I-22': 'A delivered callback was answered with 200; each other one is due or abandoned.',
    'I-23': 'All attempts of a callback send the same body.',
    'I-24':
      'Balances before and after an operation differ by its hold, in the operation and in its callback.',
    'I-29': 'A provider’s reference is that of one operation of its route.',
    'I-30':
      'Each notice of a provider is matched, ignored with a reason, or younger than ten minutes.',
    'I-31': 'At most one refund succeeds, not above the amount, and only of what was executed.',
    'I-32': 'Each answer 2000 has its transaction.',
    'I-33':
      'Each SMS batch has its recipients, each in one state; prices, refunds and parts add up.',
    'I-34': 'No column and no log holds a secret or a card number in clear.',
    'I-35': 'Every sealed secret is whole and under a key that is known.',
    'I-36': 'No row is leased by a dead node, and no old snapshot holds back the vacuum.',
    'I-37':
      'Every row that belongs to an operation, a batch, a message or a claim has the account of it.',
    'I-40': 'The audit log is one chain without gaps, and its end is its head.',
    'I-41':
      'What needs a second user was executed with one, and every decision is in the audit log.',
    'I-42': 'A payout batch counts its lines and sends only what was approved.',
    'I-43': 'Of all attempts of a payout line at most one is paid or in progress.',
    'I-44':
      'A settlement has the transfers of its state, a confirmed destination and its two users.',
    'I-45':
      'Float moves are as two users approved, once; a float is opened once, in a sandbox alone.',
    'I-46': 'Each change of a claim with a callback address has its callback.',
    'I-50':
      'Prices, limits and routes come into force by a command or by two users who approved that version.',
    'I-51':
      'Each fee that a provider stated is booked once, and a float is what moved there less the fees.',
    'I-52': 'Of all attempts of a checkout at most one is paid or in progress.',
    'I-53':
      'Of all checkouts of a payment link for one payment at most one is paid or in progress.',
  },
};
