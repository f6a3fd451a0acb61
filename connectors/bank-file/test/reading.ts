// Reads a sample as the connector of a live account does.

import assert from 'node:assert/strict';
import type { FileReading } from '@jokko/connectors/kit';
import { readFile } from '../read-file.ts';
import { sandboxConfig } from './sandbox-config.ts';

export const live = { ...sandboxConfig, sandbox: false };

export type Read = Extract<FileReading, { kind: 'read' }>;

export function read(bytes: Buffer, config = live): Read {
  const reading = readFile(config, { name: 'a.xml', bytes });
  assert.equal(reading.kind, 'read', reading.kind === 'refused' ? reading.reason : '');
  return reading as Read;
}
