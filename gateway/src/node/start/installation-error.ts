// Defines the refusal to work on an installation.

import { Refusal } from '../../cli/errors.ts';

/** Thrown with a sentence for the operator when this installation must not be worked on. */
export class InstallationError extends Refusal {}
