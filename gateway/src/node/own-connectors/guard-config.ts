// Guards what a connector that was written elsewhere says of its configuration.

import type { ConfigProblem } from '@jokko/connectors/kit';
import { ConnectorFault, pureCall, textOf, type Report } from './guard-call.ts';

interface Config {
  [field: string]: unknown;
}

export interface ConfigGuard<Capabilities> {
  /** The same unchangeable copy for the same configuration. */
  configOf(config: Config): Config;
  /** The capabilities of a configuration that `checkConfig` found usable. */
  capabilitiesOf(config: Config): Capabilities;
  checkConfig(config: Config): ConfigProblem[];
}

/** `problemsOf`: what is wrong with its capabilities. */
export function guardConfig<Capabilities>(
  connector: {
    readonly name: string;
    capabilities(config: Config): Capabilities;
    checkConfig(config: Config): ConfigProblem[];
  },
  report: Report,
  problemsOf: (capabilities: Capabilities) => string[],
): ConfigGuard<Capabilities> {
  const frozen = new WeakMap<Config, Config>();
  const known = new WeakMap<Config, Capabilities>();
  const configOf = (config: Config): Config => {
    let own = frozen.get(config);
    if (own === undefined) {
      own = Object.isFrozen(config) ? config : Object.freeze({ ...config });
      frozen.set(config, own);
    }
    return own;
  };
  function read(config: Config): Capabilities {
    const told = pureCall(`${connector.name}: capabilities`, report, () =>
      structuredClone(connector.capabilities(config)),
    );
    const [problem] = problemsOf(told);
    if (problem !== undefined) throw new ConnectorFault(`${connector.name}: ${problem}`);
    return told;
  }
  function capabilitiesOf(config: Config): Capabilities {
    let capabilities = known.get(configOf(config));
    if (capabilities === undefined) {
      capabilities = read(configOf(config));
      known.set(configOf(config), capabilities);
    }
    return capabilities;
  }
  return {
    configOf,
    capabilitiesOf,
    checkConfig: (config) =>
      checkConfig(() => {
        const told: unknown = pureCall(`${connector.name}: checkConfig`, report, () =>
          connector.checkConfig(configOf(config)),
        );
        if (Array.isArray(told) && told.length === 0) capabilitiesOf(config);
        return told;
      }),
  };
}

/**
 * Its own words about the configuration; a connector that does not know its own mind cannot be
 * used.
 */
function checkConfig(check: () => unknown): ConfigProblem[] {
  const unusable = (message: string): ConfigProblem[] => [{ field: '', message: textOf(message) }];
  try {
    const told = check();
    if (!Array.isArray(told)) return unusable('checkConfig must answer a list');
    return (told as Partial<ConfigProblem>[]).map((problem) => ({
      field: textOf(problem?.field ?? ''),
      message: textOf(problem?.message ?? 'cannot be used'),
    }));
  } catch (error) {
    return unusable((error as Error).message);
  }
}
