// Checks the files that install Jokko: the image, the compose files, the chart, the unit and the
// configurations of proxies name only what the program has, and keep the rules that linters of such
// files have.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { renderChart } from './render-chart.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const settings = read('docs/configuration.md');
const isSetting = (name: string): boolean => settings.includes(`| \`${name}\` |`);
const simulatorSettings = read('simulator/src/settings.ts');

/** The flags of Node that `npm start` gives, without which the figures of the bench do not hold. */
const nodeFlags = (text: string): string[] =>
  text.match(/--max-semi[\w=-]+|--disable-sigusr1|--[\w-]*(?:gc|heap)[\w=-]*/g) ?? [];
const startFlags = nodeFlags(
  (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start,
);

describe('the image', () => {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const bases = lines.filter((line) => line.startsWith('FROM '));
  const lastStage = lines.slice(lines.lastIndexOf(bases.at(-1)!));

  it('is built on bases with a full version', () => {
    for (const base of bases) assert.match(base, /^FROM [a-z]+:\d+\.\d+[\w.-]*( AS \w+)?$/);
  });

  it('has the Node that the tests run on', () => {
    assert.ok(bases[0]!.startsWith(`FROM node:${process.versions.node}-`), bases[0]);
  });

  it('fetches nothing by address, and installs what the lock file says', () => {
    assert.deepEqual(
      lines.filter((line) => /^ADD |curl|wget|npm install|sudo/.test(line)),
      [],
    );
  });

  it('runs as a numbered user who is not root, with programs named without a shell', () => {
    assert.match(
      lastStage.find((line) => line.startsWith('USER '))!,
      /^USER [1-9]\d+:[1-9]\d+$/,
    );
    for (const line of lastStage.filter((each) => /^(CMD|ENTRYPOINT) /.test(each)))
      assert.match(line, /^\w+ \[/);
    assert.deepEqual(
      lastStage.filter((line) => line.startsWith('RUN ')),
      [],
    );
  });

  it('says whether it is alive, and starts Node as `npm start` does', () => {
    assert.ok(lastStage.some((line) => line.startsWith('HEALTHCHECK ')));
    assert.ok(startFlags.length > 0);
    assert.deepEqual(nodeFlags(lastStage.join('\n')), startFlags);
    assert.deepEqual(nodeFlags(read('deploy/systemd/jokko.service')), startFlags);
  });

  it('G3 leaves no core file, and opens no debugger on a signal', () => {
    assert.ok(startFlags.includes('--disable-sigusr1'));
    assert.match(read('deploy/systemd/jokko.service'), /^LimitCORE=0$/m);
    const { services } = parse(read('compose.yaml'), { merge: true }) as {
      services: { [name: string]: { ulimits?: { core: number } } };
    };
    for (const name of ['node-a', 'node-b']) assert.equal(services[name]!.ulimits?.core, 0, name);
  });

  it('copies the manifest of every workspace before its packages are installed', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    for (const name of workspaces)
      assert.ok(lines.includes(`COPY ${name}/package.json ${name}/`), name);
  });
});

interface Service {
  image: string;
  environment?: { [name: string]: string };
  volumes?: string[];
  depends_on?: { [name: string]: unknown };
  restart?: string;
  read_only?: boolean;
}

describe('the compose files', () => {
  const sandbox = parse(read('compose.yaml'), { merge: true }) as {
    services: { [name: string]: Service };
    volumes: object;
  };
  const services = Object.entries(sandbox.services);

  it('name only services, volumes and settings that there are', () => {
    for (const [name, { environment = {}, volumes = [], depends_on = {} }] of services) {
      for (const other of Object.keys(depends_on)) assert.ok(other in sandbox.services, other);
      for (const volume of volumes.filter((each) => !each.startsWith('.')))
        assert.ok(volume.split(':')[0]! in sandbox.volumes, volume);
      if (name.startsWith('node-'))
        for (const each of Object.keys(environment)) assert.ok(isSetting(each), each);
      if (name === 'simulator')
        for (const each of Object.keys(environment))
          assert.ok(simulatorSettings.includes(`'${each}'`), each);
    }
  });

  it('pin other images, and keep our own read-only', () => {
    for (const [name, { image, read_only: readOnly }] of services) {
      if (image === 'jokko') assert.equal(readOnly, true, name);
      else assert.match(image, /:\d+\.\d+/);
    }
  });

  // `on-failure` is no more once the machine was started again.
  it('bring back what serves when the machine was started again', () => {
    for (const [name, { restart }] of services)
      assert.equal(restart, name === 'keys' ? undefined : 'unless-stopped', name);
  });

  it('hold no secret, and in live mode nothing that has a default', () => {
    const live = read('compose.live.yaml');
    assert.doesNotMatch(`${read('compose.yaml')}${live}`, /postgres:\/\/[^' ]*:[^' +]+@/);
    assert.doesNotMatch(live, /:-/);
    const { services: nodes } = parse(live, {
      merge: true,
      customTags: ['!reset', '!override'].flatMap((tag) => [
        { tag, resolve: (value: string) => value },
        { tag, collection: 'seq' as const, resolve: (value: unknown) => value },
        { tag, collection: 'map' as const, resolve: (value: unknown) => value },
      ]),
    }) as { services: { [name: string]: Service } };
    const names = Object.keys(nodes['node-a']!.environment!);
    assert.deepEqual(
      names.filter((name) => !isSetting(name)),
      [],
    );
    assert.equal(nodes['node-a']!.environment!['SIMULATOR_URL'], '');
  });
});

const required = {
  image: { repository: 'registry.example/jokko' },
  publicUrl: 'https://pay.example',
  trustedProxies: '10.2.0.0/16',
  existingSecret: 'jokko',
};
interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  env: { name: string }[];
  image: string;
  args?: string[];
  ports: { name: string }[];
  volumeMounts: { name: string }[];
  securityContext: { readOnlyRootFilesystem: boolean };
  readinessProbe: Probe;
  livenessProbe: Probe;
}
interface Document {
  kind: string;
  data: { [name: string]: string };
  metadata: { name: string; labels: { [name: string]: string } };
  spec: {
    selector: { matchLabels: object };
    template: {
      metadata: { labels: { [name: string]: string } };
      spec: { containers: Container[]; volumes: { name: string }[]; securityContext: object };
    };
    volumeClaimTemplates: { metadata: { name: string } }[];
  };
}

describe('the chart', () => {
  const render = (values: object = {}): Map<string, Document[]> =>
    renderChart(join(root, 'deploy/helm/jokko'), { ...required, ...values }) as never;
  const everything = {
    settings: { JOKKO_ACCOUNT_RATE: '50' },
    ingress: { enabled: true, host: 'pay.example', tlsSecret: 'tls', className: 'nginx' },
    metrics: { serviceMonitor: true },
    networkPolicy: { from: [{ namespaceSelector: {} }] },
    nodeSelector: { disk: 'ssd' },
    podAnnotations: { a: 'b' },
    archive: { existingClaim: 'archive' },
  };

  it('renders to documents with a kind and a name, with few values and with all', () => {
    for (const values of [{}, everything])
      for (const [file, documents] of render(values))
        for (const { kind, metadata } of documents) {
          assert.ok(kind.length > 0 && metadata.name.startsWith('pay'), file);
          assert.ok(!JSON.stringify(documents).includes('<no value>'), file);
        }
    assert.equal(render()['get']('ingress.yaml')!.length, 0);
    assert.equal(render(everything)['get']('ingress.yaml')!.length, 1);
  });

  it('asks for health where the program answers, and gives settings that it knows', () => {
    const [nodes] = render().get('nodes.yaml')!;
    const [container] = nodes!.spec.template.spec.containers;
    const answered = read('gateway/src/platform/http/http-ops.ts');
    for (const { httpGet } of [container!.readinessProbe, container!.livenessProbe]) {
      assert.ok(answered.includes(`'${httpGet.path}'`), httpGet.path);
      assert.ok(container!.ports.some(({ name }) => name === httpGet.port));
    }
    const [config] = render(everything).get('config.yaml')!;
    for (const name of [...Object.keys(config!.data), ...container!.env.map((each) => each.name)])
      assert.ok(isSetting(name), name);
  });

  it('selects the nodes, mounts what it names, and gives no container rights', () => {
    for (const file of ['nodes.yaml', 'migration.yaml']) {
      const [{ spec }] = render(everything).get(file) as [Document];
      const pod = spec.template.spec;
      const volumes = [
        ...pod.volumes,
        ...(spec.volumeClaimTemplates ?? []).map((each) => each.metadata),
      ];
      for (const { volumeMounts, securityContext } of pod.containers) {
        for (const { name } of volumeMounts) assert.ok(volumes.some((each) => each.name === name));
        assert.equal(securityContext.readOnlyRootFilesystem, true);
      }
      assert.match(JSON.stringify(pod.securityContext), /"runAsNonRoot":true/);
    }
    const [nodes] = render().get('nodes.yaml')!;
    const { labels } = nodes!.spec.template.metadata;
    for (const [name, value] of Object.entries(nodes!.spec.selector.matchLabels))
      assert.equal(labels[name], value);
    const [budget] = render().get('disruption-budget.yaml')!;
    assert.deepEqual(budget!.spec.selector.matchLabels, nodes!.spec.selector.matchLabels);
  });

  it('documents every value that a template uses, and uses every value', () => {
    const values = read('deploy/helm/jokko/values.yaml');
    const templates = globSync('deploy/helm/jokko/templates/*', { cwd: root }).map(read).join('\n');
    const used = new Set([...templates.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name!));
    assert.deepEqual([...used].toSorted(), Object.keys(parse(values) as object).toSorted());
  });
});
