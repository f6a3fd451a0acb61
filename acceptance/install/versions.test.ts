// Every place that says the program's version says that of the package at the root.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { userAgent } from '../../connectors/kit/user-agent.ts';
import { readVersion } from '../../gateway/src/platform/version.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const { version, workspaces } = JSON.parse(read('package.json')) as {
  version: string;
  workspaces: string[];
};

/** A version of ours in a text: `jokko-0.1.0.tgz`, `version: 0.1.0`, `const version = '0.1.0'`. */
const said = /\b(?:jokko-|version:\s*|appVersion:\s*|version = )['"]?(\d+\.\d+\.\d+)\b/gi;
/** What names versions that are over, or those of others. */
const others =
  /^(CHANGELOG\.md|docs\/upgrading\.md|decisions\/|package-lock\.json|acceptance\/)|\.test\.ts$/;

test('the packages of the workspaces, and what they need of each other, have one version', () => {
  for (const workspace of workspaces) {
    const manifest = JSON.parse(read(`${workspace}/package.json`)) as {
      version: string;
      dependencies?: { [name: string]: string };
    };
    assert.equal(manifest.version, version, workspace);
    for (const [name, needed] of Object.entries(manifest.dependencies ?? {}))
      if (name.startsWith('@jokko/')) assert.equal(needed, version, `${workspace} needs ${name}`);
  }
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string;
    packages: { [place: string]: { version?: string } };
  };
  assert.equal(lock.version, version, 'package-lock.json');
  for (const place of ['', ...workspaces])
    assert.equal(lock.packages[place]?.version, version, `package-lock.json: ${place}`);
});

test('the program, and its name to others, have it', () => {
  assert.equal(readVersion(), version);
  assert.equal(userAgent, `Jokko/${version}`);
});

test('no other file says another one', () => {
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  const files = stdout.split('\n').filter((file) => /\.(ts|mjs|php|ya?ml|md|tpl|py)$/.test(file));
  assert.ok(files.includes('deploy/helm/jokko/Chart.yaml'));
  const found = files
    .filter((file) => !others.test(file))
    .flatMap((file) => [...read(file).matchAll(said)].map(([, each]) => `${file}: ${each}`));
  assert.deepEqual(
    found.filter((each) => !each.endsWith(`: ${version}`)),
    [],
  );
  assert.ok(
    found.some((each) => each.startsWith('deploy/helm/jokko/Chart.yaml')),
    'the chart says it',
  );
  assert.ok(
    found.some((each) => each.startsWith('docs/install.md')),
    'the installation guide says it',
  );
});

test('the changelog begins with it, or with what is not released yet', () => {
  const [first] = [...read('CHANGELOG.md').matchAll(/^## (\d+\.\d+\.\d+)\b/gm)];
  assert.equal(first?.[1], version);
});
