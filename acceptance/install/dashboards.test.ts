// Checks that every metric in the dashboard and in the alert rules is one that a node answers with,
// and, where Prometheus is installed, that the rules are what it reads.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { parse } from 'yaml';
import { sharedInstallation } from '../harness/index.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(read('deploy/grafana/jokko.json')) as { panels: Panel[] };
const { groups } = parse(read('deploy/prometheus/rules.yml')) as {
  groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** Without the endings of a histogram's series. */
const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b((?:jokko|process|nodejs)_\w+)/g)].map(([, name]) =>
    name!.replace(/_(bucket|sum|count)$/, ''),
  );

it('the dashboard and the alerts name only metrics that a node has', async () => {
  const { baseUrl } = await sharedInstallation();
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
  const named = [
    ...panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) => metricsIn(expr).map((metric) => ({ title, metric }))),
    ),
    ...rules.flatMap(({ alert, expr }) =>
      metricsIn(expr).map((metric) => ({ title: alert, metric })),
    ),
  ];
  assert.ok(named.length > 30);
  assert.deepEqual(
    named.filter(({ metric }) => !known.has(metric)),
    [],
  );
});

it('every alert says how urgent it is', () => {
  for (const { alert, labels } of rules) assert.match(labels.severity, /^(page|ticket)$/, alert);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
it(
  'Prometheus reads the rules',
  { skip: hasPromtool ? false : 'promtool is not installed (Debian: prometheus)' },
  () => {
    const { status, stderr } = spawnSync(
      'promtool',
      ['check', 'rules', join(root, 'deploy/prometheus/rules.yml')],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
  },
);
