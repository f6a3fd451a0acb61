// Entry point of connectors that were written elsewhere.

export { loadOwnConnectors, type OwnConnector } from './load.ts';
