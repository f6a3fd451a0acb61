// Entry point of documents: what reading, checking, comparing, storing and writing a JSON document
// of an operator needs, whatever it is about.

export { isSealed, namesValues, type SecretBox, type ValueSources } from './config-values.ts';
export {
  checkConnectorConfig,
  resolveConfig,
  sealConfig,
  type Configurable,
  type Configured,
} from './connector-config.ts';
export { passingContext } from './connector-context.ts';
export { closestName } from './closest-name.ts';
export { changesBetween, type Change } from './changes.ts';
export { mergeDocuments } from './merge.ts';
export {
  addressOf,
  comparisonOf,
  configuredEntries,
  counterpartyOf,
  sealedSecret,
  secretsElsewhere,
  type DocumentKind,
  type OperatorDocument,
} from './operator-document.ts';
export { formatDocument } from './format.ts';
export { lengthProblem, pointerStep } from './json-text.ts';
export {
  Amount,
  Charge,
  ConfigEntry,
  Flag,
  isRecord,
  leaf,
  Name,
  oneOf,
  readUnits,
  unitsOf,
} from './leaves.ts';
export { placeholderFault } from './placeholder.ts';
export { changeInForce, putInForce } from './put-in-force.ts';
export {
  compileShape,
  readDocument,
  type DocumentProblem,
  type EntryProblem,
  type ReadDocument,
  type Review,
} from './review.ts';
export { versionsOf, type Authorship, type ListedVersion } from './versions.ts';
export { expiriesOf, expiringOf, type Expiry } from './expiry.ts';
