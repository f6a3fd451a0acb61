// Proves that no text which we publish has readers fetch a package whose name is not known to us:
// who registers a free name runs code on the machines of all who paste that line.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** What fetches, flags left out, and what it names. */
const fetching =
  /\b(?:npx|bunx|pnpx|npm (?:install|i|add|exec|x|create|init)|(?:yarn|pnpm|bun) (?:add|dlx|create|x)|pip3? install|pipx (?:install|run)|uvx|composer (?:require|create-project)|gem install|docker (?:run|pull))((?: --?[\w-]+(?:[= ]\d+|=\S+)?)*) +((?:[^\s`'",;()|&]+))/g;

/**
 * A path, a variable, what the reader’s own installation serves (in guides at `{{baseUrl}}`), a
 * file of ours, or a word of a sentence in which the command is named.
 */
const noName =
  /^(?:[-./$<>#\\…~]|(?:http:\/\/127\.0\.0\.1:8080|\{\{baseUrl\}\})\/sdk\/|inside$|in$|leaves$|and$|or$|is$|FOLDER$)/;

/** `name@1.2.3` → `name`, `@scope/name` → itself. */
const nameOf = (word: string): string => word.replace(/(?<=.)@[^/]*$/, '').replace(/[.:]$/, '');

function knownNames(): Set<string> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  return new Set(
    Object.entries(lock.packages).flatMap(([path, { integrity }]) =>
      integrity === undefined ? [] : [path.replace(/^.*node_modules\//, '')],
    ),
  );
}

function namedIn(text: string): string[] {
  return [...text.matchAll(fetching)]
    .map((match) => match[2]!)
    .filter((word) => !noName.test(word))
    .map(nameOf);
}

test('the scan finds what a line fetches', () => {
  for (const [line, named] of [
    ['Without a clone: `npx jokko serve`', ['jokko']],
    ['npx -y jokko@1 serve', ['jokko']],
    ['npm install -g jokko', ['jokko']],
    ['npm exec --yes @jokko/dev listen', ['@jokko/dev']],
    ['pip install jokko==0.1', ['jokko==0.1']],
    ['docker run --rm jokko/jokko', ['jokko/jokko']],
    ['npm install ./jokko-0.1.0.tgz', []],
    ['run `npm install --omit=dev` inside it', []],
    ['npx --yes http://127.0.0.1:8080/sdk/jokko-dev.tgz listen', []],
    ['npm install {{baseUrl}}/sdk/jokko-sdk.tgz', []],
    ['npx http://shop.example/jokko-dev.tgz', ['http://shop.example/jokko-dev.tgz']],
  ] as const)
    assert.deepEqual(namedIn(line), named, line);
});

test('every package that a published text fetches is one of package-lock.json', () => {
  const known = knownNames();
  const files = execFileSync('git', ['ls-files', '-zco', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter(
      (file) =>
        existsSync(join(root, file)) &&
        /(?:\.(?:md|ts|tsx|mjs|js|json|ya?ml|sh|service|txt)|Dockerfile|\/run|^jokko)$/.test(
          file,
        ) &&
        !file.endsWith('package-lock.json') &&
        file !== 'acceptance/architecture/registry-names.test.ts',
    );
  assert.ok(files.includes('README.md') && files.includes('docs/install.md'));
  const unknown = files.flatMap((file) =>
    namedIn(readFileSync(join(root, file), 'utf8'))
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});
