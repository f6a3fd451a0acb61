// Entry point of recovery: what follows when a database was restored.

export { findForgotten, handIn, retryForgotten, type HandedIn } from './hand-in.ts';
export { openRoutes } from './open-routes.ts';
export {
  changeOfPlan,
  planRecovery,
  recover,
  type Recovered,
  type RecoveryPlan,
} from './recover.ts';
export { listForgotten, readClosedRoutes, readState, resolveForgotten } from './store.ts';
