// Can a route be used as it is configured? Checks its configuration against the connector's own form and check.

import type { ConfigField, Connector } from '@jokko/connector-kit';
import { isSealed, resolveValue } from './config-values.ts';
import type { ValueSources } from './config-values.ts';
import type { RouteEntry } from './document.ts';

export interface RouteSettings extends ValueSources {
  connectors: { readonly [name: string]: Connector };
  mode: 'sandbox' | 'live';
}

// Speaks to nobody but the simulator.
const simulatorConnector = 'sandbox';

export interface CheckedRoute {
  problems: { path: string; message: string }[];
  /** What the configured connector can do; null when the configuration is no good. */
  operations: readonly string[] | null;
}

export function checkRoute(entry: RouteEntry, settings: RouteSettings): CheckedRoute {
  const connector = Object.hasOwn(settings.connectors, entry.connector) ? settings.connectors[entry.connector] : undefined;
  if (connector === undefined) {
    const known = Object.keys(settings.connectors).join(', ');
    return {
      problems: [{ path: 'connector', message: `there is no connector "${entry.connector}"; there are ${known}` }],
      operations: null,
    };
  }
  const { problems, config } = readConfig(entry, connector.configForm, settings);
  if (settings.mode === 'live' && (config['sandbox'] === true || entry.connector === simulatorConnector)) {
    problems.push({ path: 'connector', message: 'a live installation has no sandbox routes' });
  }
  if (problems.length === 0) {
    for (const problem of connector.checkConfig(config)) problems.push({ path: `config/${problem.field}`, message: problem.message });
  }
  return { problems, operations: problems.length === 0 ? connector.capabilities(config).operations : null };
}

function readConfig(entry: RouteEntry, form: ConfigField[], settings: RouteSettings) {
  const problems: { path: string; message: string }[] = [];
  const config: { [field: string]: unknown } = {};
  const fieldByName = new Map(form.map((field) => [field.name, field]));
  for (const [name, written] of Object.entries(entry.config)) {
    const field = fieldByName.get(name);
    const refuse = (message: string) => problems.push({ path: `config/${name}`, message });
    if (field === undefined) {
      refuse(`unknown field; ${entry.connector} has ${[...fieldByName.keys()].join(', ')}`);
      continue;
    }
    if (isSealed(written) && field.type !== 'secret') {
      refuse('only a secret can be sealed');
      continue;
    }
    const resolved = resolveValue(written, settings);
    if (!resolved.ok) refuse(resolved.message);
    else {
      const wording = misfit(field, resolved.value);
      if (wording !== null) refuse(wording);
      config[name] = resolved.value;
    }
  }
  for (const field of form) {
    if (field.required && !Object.hasOwn(entry.config, field.name))
      problems.push({ path: 'config', message: `"${field.name}" is missing` });
  }
  return { problems, config };
}

/** Why a value does not fit its form field; null when it does. */
function misfit(field: ConfigField, value: unknown): string | null {
  switch (field.type) {
    case 'text':
    case 'secret':
      return typeof value === 'string' ? null : 'must be a text';
    case 'url':
      return typeof value === 'string' && URL.canParse(value) ? null : 'must be an address';
    case 'number':
      return typeof value === 'number' ? null : 'must be a number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'choice':
      return typeof value === 'string' && (field.choices ?? []).includes(value)
        ? null
        : `must be one of ${(field.choices ?? []).join(', ')}`;
  }
}
