// Lists the database columns that hold sealed values. The one list for resealing under a new key,
// the doctor and the tests; a test compares it with the columns that exist.

export interface SealedColumn {
  table: string;
  /** Ends in `_sealed`; the value is null where there is no secret. */
  column: string;
  /** The primary key, in the order in which it stands in the context. */
  key: readonly string[];
}

export const sealedColumns = [
  { table: 'account', column: 'webhook_secret_sealed', key: ['id'] },
  { table: 'account', column: 'webhook_secret_previous_sealed', key: ['id'] },
  { table: 'api_key', column: 'key_sealed', key: ['id'] },
  { table: 'sms_app', column: 'key_sealed', key: ['id'] },
  { table: 'hmac_secret', column: 'secret_sealed', key: ['id'] },
  { table: 'portal_user', column: 'totp_sealed', key: ['id'] },
  { table: 'portal_user', column: 'totp_pending_sealed', key: ['id'] },
  { table: 'notification', column: 'token_sealed', key: ['id'] },
  { table: 'alert_webhook', column: 'secret_sealed', key: ['name'] },
  { table: 'cell', column: 'url_sealed', key: ['number'] },
  { table: 'cell_move', column: 'from_sealed', key: ['cell'] },
  { table: 'cell_move', column: 'to_sealed', key: ['cell'] },
  // The last one: while anything is left under an old key, so is the pepper, and a node without
  // that key does not start.
  { table: 'installation_secret', column: 'value_sealed', key: ['name'] },
] as const satisfies readonly SealedColumn[];

/**
 * Contexts of sealed values inside documents: they may move within a document, and to its next
 * version.
 */
export const routeSecretContext = 'catalogue/route_secret';
/**
 * Says "link", the word of the routing document: the context is part of every value sealed so far.
 */
export const carrierConnectionSecretContext = 'sms_routing/link_secret';

/**
 * Tables with documents by version, and with drafts of them (platform/documents/), in which secrets
 * stand sealed (platform/documents/config-values.ts).
 */
export const sealedDocuments = [
  { table: 'catalogue', key: 'version', context: routeSecretContext },
  { table: 'sms_routing', key: 'version', context: carrierConnectionSecretContext },
  { table: 'catalogue_draft', key: 'id', context: routeSecretContext },
  { table: 'sms_routing_draft', key: 'id', context: carrierConnectionSecretContext },
] as const;

type Listed = (typeof sealedColumns)[number];

/**
 * The context under which the value of a column in the row `key` is sealed: `api_key/key_sealed/7`.
 */
export function contextOf<Table extends Listed['table']>(
  table: Table,
  column: Extract<Listed, { table: Table }>['column'],
  ...key: (string | number)[]
): string {
  // The name under which values of this table were sealed first; it is part of every stored value.
  const sealedAs = table === 'portal_user' ? 'person' : table;
  return `${sealedAs}/${column}/${key.join('/')}`;
}
