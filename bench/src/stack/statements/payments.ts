// Lists the statements that payments are made of: what a request, a result, a callback and their
// commits run. Any other one is background work, so that a new one counts as such until it is
// named.

const ofPayments: ReadonlySet<string> = new Set([
  // What a request and a result read.
  'select_accounts_by_ids',
  'select_accounts_by_keys',
  'select_attempts',
  'select_balances',
  'select_executed_attempt',
  'select_latest_attempts',
  'select_operations_by_external_id',
  'select_operations_by_id',
  'select_operations_by_id_only',
  'select_rule_usage',
  'select_services_of_accounts',
  // What the writer's commits write.
  'begin',
  'commit',
  'insert_attempts',
  'insert_callbacks',
  'insert_operations',
  'insert_transfers',
  'insert_transitions',
  'leave_writer_mark',
  'limit_account_wait',
  'lock_accounts',
  'lock_accounts_waiting',
  'rollback',
  'take_id_block',
  'update_operations',
  'upsert_balances',
  // What is due: to be sent, and to be told.
  'lease_callbacks',
  'lease_operations',
  'record_signed_answers',
  'reserve_signed_requests',
  'walk_callback_destinations',
]);
/** Their statements have a name for each partition. */
const beginnings = ['record_attempts_of_callback', 'update_attempt'];

export const isOfPayments = (name: string): boolean =>
  ofPayments.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
