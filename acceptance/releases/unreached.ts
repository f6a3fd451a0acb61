// States that a dump lacks, each with the reason. Whoever adds a state to the schema reaches it in
// `fill/`, or says here why a database of a release does not have it.

import type { Occurrence } from './states.ts';

const cells = 'a further cell is another database';
const restored = 'it is written by `jokko recover` on a restored database';
const archive = 'only periods that ended 35 days ago go to the archive, into files';
const oneMode = 'an installation has one mode; the dump is of a sandbox';
const large = 'the doctor keeps proofs on a large database only';
const aloneCounts = 'a node that is alone counts in its memory';
const told = 'carriers of the sandbox tell their balance whenever they are asked';
const oneSchedule = 'an account has one schedule for a currency';

/** No dump has them. */
export const unreached: { readonly [state in Occurrence]: string } = {
  archive_file: archive,
  archive_period: archive,
  'archive_period.state = detached': archive,
  'archive_period.state = archived': archive,
  'carrier_balance.failure = no answer': told,
  'carrier_balance.failure = unknown us': told,
  'carrier_balance.failure = strange': told,
  callback_certificate: 'receivers of callbacks on loopback have no certificate',
  cell: cells,
  cell_move: cells,
  'cell_move.state = copying': cells,
  'cell_move.state = frozen': cells,
  'cell_move.state = switched': cells,
  'cell_move.state = cancelled': cells,
  closed_route: restored,
  forgotten_attempt: restored,
  'forgotten_attempt.purpose = execute': restored,
  'forgotten_attempt.purpose = refund': restored,
  golive_confirmation: 'no item of a sandbox route is confirmed by a person',
  'health_minute.kind = receiver': 'exchanges with receivers are counted by callback_destination',
  'installation.mode = rehearsal': oneMode,
  'installation.mode = live': oneMode,
  personal_data_kept: 'it names operations that are older than JOKKO_PERSONAL_DATA_DAYS',
  proven_balance: large,
  proven_period: large,
  'provider_batch.state = UNKNOWN': 'it wants a bank whose folder fails while it is written',
  'settlement_schedule.every = day': oneSchedule,
  'settlement_schedule.every = month': oneSchedule,
  status_refusal: aloneCounts,
  status_window: aloneCounts,
};

const worked = 'a row is in it while one node works on it';

/** A dump has them where it was taken at their moment. */
const momentary: { readonly [state in Occurrence]: string } = {
  'approval_request.state = approved': worked,
  'payout_line.state = sending': worked,
  'provider_batch.state = SENDING': worked,
  'reconciliation_file.state = matching': worked,
  'reconciliation_file.state = reading': worked,
  'reconciliation_file.state = searching': worked,
  sms_lease: worked,
  sms_lost_answer:
    'once a receipt has told what became of the message, the next purge takes the row',
  'sms_message.state = SENDING': worked,
  'statement_pull.state = asked': worked,
  'statement_pull.state = pulling': worked,
};

/** Whether it is said why a dump may lack it. */
export const isExplained = (state: Occurrence): boolean =>
  Object.hasOwn(unreached, state) || Object.hasOwn(momentary, state);
