// What must be true before a route carries real money, and an SMS connection real messages. Entry
// point of the noun.

export {
  checkConnection,
  connectionKey,
  listConnections,
  type CheckedConnection,
} from './check-connection.ts';
export { checkRoute, type CheckedRoute } from './check-route.ts';
export type { CheckedItem } from './checklist.ts';
export { confirmItem, type ConfirmationKey } from './confirmations.ts';
