// Checks the OpenAPI document with the tools of those who use it: Redocly and Spectral must find
// nothing, and the types that openapi-typescript makes must compile a client's program. Everything
// runs on this machine alone. Exits with 1 and prints what was found.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import spectral from '@stoplight/spectral-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import { kindOfCode, openapiDocument } from '@jokko/contract';
import type { OfferedService } from '@jokko/contract';

const here = import.meta.dirname;
const require = createRequire(import.meta.url);
const outputBytesMax = 16 * 1_024 ** 2;

const folder = mkdtempSync(join(tmpdir(), 'jokko-openapi-'));
try {
  const text = JSON.stringify(
    openapiDocument({
      baseUrl: 'https://gateway.example',
      version: '1.0.0',
      services: servicesOfSandbox(),
    }),
    null,
    2,
  );
  const file = join(folder, 'openapi.json');
  writeFileSync(file, text);
  const found = await Promise.all([lintWithRedocly(file), lintWithSpectral(text), compile(file)]);
  if (found.some((each) => each !== '')) {
    process.stderr.write(`/openapi.json:\n${found.join('')}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Those of the catalogue that a sandbox starts with. */
function servicesOfSandbox(): OfferedService[] {
  const file = '../../gateway/src/payments/catalogue/default-catalogue.json';
  const { services } = JSON.parse(readFileSync(join(here, file), 'utf8')) as {
    services: (Pick<OfferedService, 'code'> & Partial<OfferedService>)[];
  };
  return services.map(({ code, kind }) => ({ code, kind: kind ?? kindOfCode(code).name }));
}

/** Errors and warnings alike. */
async function lintWithRedocly(file: string): Promise<string> {
  const config = join(here, 'redocly.yaml');
  const args = ['lint', file, '--config', config, '--format', 'json'];
  const { output } = await run('@redocly/cli', 'bin/cli.js', args);
  const { problems } = JSON.parse(output.slice(0, output.lastIndexOf('}') + 1)) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  return lines(
    problems.map(({ ruleId, message, location }) => [
      `redocly ${ruleId}`,
      location[0]?.pointer ?? '',
      message,
    ]),
  );
}

async function lintWithSpectral(text: string): Promise<string> {
  const linter = new spectral.Spectral();
  // Its declared type lacks a member that rule sets need not have.
  linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
  const problems = await linter.run(new spectral.Document(text, parsers.Json));
  return lines(
    problems.map(({ code, message, path }) => [`spectral ${code}`, path.join('.'), message]),
  );
}

/** Both with the TypeScript of this folder: clients have a 5, and openapi-typescript needs one. */
async function compile(file: string): Promise<string> {
  const generated = join(here, 'node_modules/.generated/api.d.ts');
  mkdirSync(dirname(generated), { recursive: true });
  const steps = [
    ['openapi-typescript', 'bin/cli.js', file, '--output', generated],
    ['typescript', 'bin/tsc', '--project', here],
  ] as const;
  for (const [name, bin, ...args] of steps) {
    const { failed, output } = await run(name, bin, args);
    if (failed) return `${name}: ${output}\n`;
  }
  return '';
}

interface Ended {
  failed: boolean;
  output: string;
}

/** Runs a program of a package. Its errors follow its output where it failed. */
function run(name: string, bin: string, args: readonly string[]): Promise<Ended> {
  const program = join(dirname(require.resolve(`${name}/package.json`)), bin);
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { env, maxBuffer: outputBytesMax },
      (error, stdout, stderr) => {
        resolve({ failed: error !== null, output: error === null ? stdout : stdout + stderr });
      },
    );
  });
}

function lines(problems: readonly (readonly string[])[]): string {
  return problems.map((problem) => `${problem.join(': ')}\n`).join('');
}
