// Entry point of connection tests: the connector of a route or of a carrier connection is tried as
// it is configured.

export { tryConfigured } from './try-configured.ts';
export { testConnector } from './try-connector.ts';
export type {
  ConnectionTestDeps,
  ConnectionTestStepName,
  ConnectionTestStep,
} from './try-connector.ts';
