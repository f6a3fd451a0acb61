// Checks that a connector can be used as configured in a document, and stores its configuration.
// Uses the connector's own form and check.

import type { ConfigField, ConfigProblem } from '@jokko/connectors/kit';
import { isSealed, resolveValue, storedSecret } from './config-values.ts';
import type { ValueSources } from './config-values.ts';
import { placeholderFault } from './placeholder.ts';
import type { EntryProblem } from './review.ts';

/** What all kinds of connectors have. */
export interface Configurable {
  readonly configForm: ConfigField[];
  checkConfig(config: { [field: string]: unknown }): ConfigProblem[];
}
export interface Configured {
  connector: string;
  config: { [field: string]: unknown };
}

export interface ConnectorConfig<Connector> {
  problems: EntryProblem[];
  /** Null where there is no connector of this name. */
  connector: Connector | null;
  /** With its values resolved, as far as they could be. */
  config: { [field: string]: unknown };
}

/** Every problem of an entry's connector and its configuration. */
export function checkConnectorConfig<Connector extends Configurable>(
  entry: Configured,
  connectors: { readonly [name: string]: Connector },
  sources: ValueSources,
): ConnectorConfig<Connector> {
  const connector = Object.hasOwn(connectors, entry.connector)
    ? connectors[entry.connector]
    : undefined;
  if (connector === undefined) {
    const message = `there is no connector "${entry.connector}"; there are ${Object.keys(connectors).join(', ')}`;
    return { problems: [{ path: 'connector', message }], connector: null, config: {} };
  }
  const { problems, config } = readFields(entry, connector.configForm, sources);
  if (problems.length === 0) {
    for (const problem of connector.checkConfig(config))
      problems.push({ path: `config/${problem.field}`, message: problem.message });
  }
  return { problems, connector, config };
}

/**
 * The configuration that a connector gets; null where a value cannot be resolved (a secret of
 * another key, a value that is gone).
 */
export function resolveConfig(
  written: Configured['config'],
  sources: ValueSources,
): Configured['config'] | null {
  const config: { [field: string]: unknown } = {};
  for (const [field, value] of Object.entries(written)) {
    const resolved = resolveValue(value, sources);
    if (!resolved.ok) return null;
    config[field] = resolved.value;
  }
  return config;
}

/** The entry as it is stored: the secrets of its form sealed. */
export function sealConfig<Entry extends Configured>(
  entry: Entry,
  connectors: { readonly [name: string]: Configurable },
  sources: ValueSources,
): Entry {
  const form = connectors[entry.connector]?.configForm ?? [];
  const secretNames = new Set(
    form.filter((field) => field.type === 'secret').map((field) => field.name),
  );
  const fields = Object.entries(entry.config).map(([name, value]) => [
    name,
    secretNames.has(name) ? storedSecret(value, sources) : value,
  ]);
  return { ...entry, config: Object.fromEntries(fields) as Configured['config'] };
}

function readFields(entry: Configured, form: ConfigField[], sources: ValueSources) {
  const problems: EntryProblem[] = [];
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
    if (typeof written === 'string' && written.includes('\n') && field.lines !== true) {
      refuse('must be one line');
      continue;
    }
    const resolved = resolveValue(written, sources);
    if (!resolved.ok) refuse(resolved.message);
    else {
      const wording = placeholderFault(resolved.value) ?? misfit(field, resolved.value);
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
      if (typeof value !== 'string') return 'must be a text';
      return field.expiry === 'date' && value !== '' && !isDay(value)
        ? 'must be a day, such as 2027-03-31'
        : null;
    case 'url':
      return typeof value === 'string' ? urlFault(value) : 'must be a URL';
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

/** Forms and differences show it; credentials have fields of their own, which are sealed. */
function urlFault(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return 'must be a URL';
  return url.username === '' && url.password === ''
    ? null
    : 'must be a URL without user and password';
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
