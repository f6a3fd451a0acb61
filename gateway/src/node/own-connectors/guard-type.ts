// What the parts of the guard around a connector share.

import type { Capabilities, Connector } from '@jokko/connectors/kit';
import type { AnyContext, Report } from './guard-call.ts';

export interface Guard {
  connector: Connector;
  report: Report;
  /** The same unchangeable copy for the same configuration. */
  configOf(config: AnyContext['config']): AnyContext['config'];
  /** Of a configuration that `checkConfig` found usable. */
  capabilitiesOf(config: AnyContext['config']): Capabilities;
  contextOf(context: AnyContext): AnyContext;
}
