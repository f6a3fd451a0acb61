// The door of documents: what reading, checking, storing and writing a JSON document of an operator needs, whatever it is about.

export type { SecretBox, ValueSources } from './config-values.ts';
export { checkConnectorConfig, resolveConfig, sealConfig, type Configurable, type Configured } from './connector-config.ts';
export { closestName } from './closest-name.ts';
export { formatDocument } from './format.ts';
export { pointerStep } from './json-text.ts';
export { Amount, Charge, ConfigEntry, Flag, isRecord, leaf, Name, oneOf, readUnits, unitsOf } from './leaves.ts';
export { compileShape, readDocument, type DocumentProblem, type EntryProblem, type ReadDocument, type Review } from './review.ts';
export { holdOpenings, versionsOf } from './versions.ts';
