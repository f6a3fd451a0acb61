// Session of tests that counts what each statement reads: rows that a scan found or threw away, and
// pages. Under the gateway's own settings and with the plan that its connections keep, so that the
// figures do not depend on the speed of the machine.

import pg from 'pg';
import { connectClient } from '../../../platform/db/connect.ts';
import type { Session, Statement } from '../../../platform/db/database.ts';

interface Reading {
  /** By all scans, with the rows that a filter threw away. */
  rows: number;
  /** Pages of 8 KB, found in memory or read. */
  pages: number;
}

export interface MeasuredSession extends Session {
  /**
   * What the statements since the last call have read; `plan` names the costliest one's, for a
   * message.
   */
  take(): Reading & { plan: string };
  close(): Promise<void>;
}

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** Every statement runs in a transaction that is rolled back: what it changes is not kept. */
export async function measureOn(url: string): Promise<MeasuredSession> {
  const client = await connectClient(url, { purpose: 'transaction' });
  const prepared = new Set<string>();
  let readings: (Reading & { plan: string })[] = [];
  const prepare = async ({ name, text }: Statement): Promise<void> => {
    if (prepared.has(name)) return;
    await client.query(`prepare "m_${name}" as ${text}`);
    prepared.add(name);
  };
  const measure = async (statement: Statement, values: readonly unknown[]): Promise<unknown[]> => {
    await prepare(statement);
    const call = `execute "m_${statement.name}"${values.length > 0 ? ` (${values.map(literal).join(', ')})` : ''}`;
    await client.query('begin');
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, timing off, format json) ${call}`,
      );
      readings.push(readingOf(statement.name, rows[0]!['QUERY PLAN'][0].Plan));
      await client.query('rollback; begin');
      return (await client.query(call)).rows as unknown[];
    } finally {
      await client.query('rollback');
    }
  };
  let turn: Promise<unknown> = Promise.resolve();
  return {
    query<Row>(statement: Statement, values: readonly unknown[] = []) {
      const mine = turn.then(() => measure(statement, values));
      turn = mine.catch(() => undefined);
      return mine as Promise<Row[]>;
    },
    take() {
      const taken = readings;
      readings = [];
      const costliest = taken.toSorted((a, b) => b.rows - a.rows)[0];
      return {
        rows: taken.reduce((sum, { rows }) => sum + rows, 0),
        pages: taken.reduce((sum, { pages }) => sum + pages, 0),
        plan: costliest?.plan ?? 'nothing was read',
      };
    },
    close: () => client.end(),
  };
}

export function readingOf(name: string, plan: PlanNode): Reading & { plan: string } {
  const lines = [name];
  const rowsOf = (node: PlanNode, depth: number): number => {
    const removed =
      (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const isScan = node['Relation Name'] !== undefined && node['Node Type'].includes('Scan');
    const rows = isScan ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
    lines.push(
      `${' '.repeat(depth)}${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''} ${rows} rows`,
    );
    return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child, depth + 1), rows);
  };
  const rows = rowsOf(plan, 1);
  return {
    rows,
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    plan: lines.join('\n'),
  };
}

const one = (value: unknown): string =>
  value instanceof Date
    ? value.toISOString()
    : Buffer.isBuffer(value)
      ? `\\x${value.toString('hex')}`
      : String(value as string | number | bigint | boolean);

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (!Array.isArray(value)) return pg.escapeLiteral(one(value));
  const members = value.map((member) => `"${one(member).replaceAll(/["\\]/g, '\\$&')}"`);
  return pg.escapeLiteral(`{${members.join(',')}}`);
}
