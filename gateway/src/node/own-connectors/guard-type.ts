// What the parts of the guard around a connector share.

import type { Capabilities, Connector } from '@jokko/connectors/kit';
import type { AnyContext, Report } from './guard-call.ts';
import type { ConfigGuard } from './guard-config.ts';

export interface Guard extends ConfigGuard<Capabilities> {
  connector: Connector;
  report: Report;
  contextOf(context: AnyContext): AnyContext;
}
