// The shape of a language's error texts: one for each id and one for the entry without id, so that
// a missing text does not compile.

import type { ErrorId } from './codes.ts';

export type ErrorTexts = Record<ErrorId | 'unknown', string>;
