// Proves how a URL that names one or several servers is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readServerUrls } from './server-urls.ts';

const readings: { [url: string]: string[] } = {
  'postgres://u:p@a:5432/jokko': ['postgres://u:p@a:5432/jokko'],
  'postgresql://a/jokko?sslmode=verify-full': ['postgresql://a/jokko?sslmode=verify-full'],
  'postgres://u:p%40w@a:5432,b:5433/jokko?target_session_attrs=read-write': [
    'postgres://u:p%40w@a:5432/jokko',
    'postgres://u:p%40w@b:5433/jokko',
  ],
  'postgres://u@[::1]:5432,b/jokko?sslmode=require': [
    'postgres://u@[::1]:5432/jokko?sslmode=require',
    'postgres://u@b/jokko?sslmode=require',
  ],
  'postgres:///jokko?host=/run/a,/run/b&port=5433': [
    'postgres:///jokko?host=%2Frun%2Fa&port=5433',
    'postgres:///jokko?host=%2Frun%2Fb&port=5433',
  ],
  'postgres://u@localhost/jokko?host=a,b&port=1,2': [
    'postgres://u@localhost/jokko?host=a&port=1',
    'postgres://u@localhost/jokko?host=b&port=2',
  ],
};
for (const [url, urls] of Object.entries(readings))
  test(`the servers of ${url}`, () => {
    assert.deepEqual(readServerUrls(url), urls);
  });

const refused: { [url: string]: RegExp } = {
  'mysql://a/b': /must be a URL/,
  'postgres://a:port/b': /must be a URL/,
  'postgres://a:1,b:port/c': /must be a URL/,
  'postgres:///c?host=a,b,c&port=1,2': /names 3 hosts and 2 ports/,
  'postgres://a,b/c?target_session_attrs=standby': /takes no writes/,
};
for (const [url, sentence] of Object.entries(refused))
  test(`${url} is refused`, () => {
    assert.throws(() => readServerUrls(url), sentence);
  });
