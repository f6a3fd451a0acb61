// What must be true before a route carries real money. Entry point of the noun.

export { checkRoute, type CheckedRoute } from './check-route.ts';
export type { CheckedItem } from './checklist.ts';
export { confirmItem } from './confirmations.ts';
