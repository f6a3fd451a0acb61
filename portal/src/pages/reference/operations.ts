// Lists the calls of the interface, and how this caller would make them. Read from the gateway's
// own OpenAPI document.

import type { OpenapiDocument } from '@jokko/contract';
import type { ShownCall } from './curl.ts';

type Operation = NonNullable<OpenapiDocument['paths'][string]['post']>;

export interface ShownOperation {
  method: 'GET' | 'POST';
  path: string;
  operation: Operation;
}

/** In the order of the document. */
export function operationsOf(document: OpenapiDocument): ShownOperation[] {
  return Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ method: 'GET' as const, path, operation: get }]),
    ...(post === undefined ? [] : [{ method: 'POST' as const, path, operation: post }]),
  ]);
}

export interface ShownExample {
  name: string;
  title: { fr: string; en: string };
  call: ShownCall;
}

/** Of payments, and of the app that sends short messages. */
export interface CallerKeys {
  apiKey: string;
  appKey: string;
}

/** The example calls with the key in its place: in the body's `apiKey` or `app_key`, or in the header of a GET. */
export function callsOf(
  { method, path, operation }: ShownOperation,
  baseUrl: string,
  { apiKey, appKey }: CallerKeys,
): ShownExample[] {
  const address = `${baseUrl}${path}`;
  if (method === 'GET') {
    const header = Object.keys(operation.security?.[0] ?? {})[0];
    const headers =
      header === undefined ? [] : [`${header}: ${header === 'Secretkey' ? apiKey : appKey}`];
    return [
      {
        name: 'get',
        title: { fr: operation['x-summary-fr'], en: operation.summary },
        call: { address, headers },
      },
    ];
  }
  const examples = operation.requestBody?.content['application/json']?.examples ?? {};
  return Object.entries(examples).map(([name, { summary, 'x-summary-fr': french, value }]) => {
    const body = value as Record<string, unknown>;
    const own = {
      ...('apiKey' in body ? { apiKey } : {}),
      ...('app_key' in body ? { app_key: appKey } : {}),
    };
    return {
      name,
      title: { fr: french, en: summary },
      call: { address, body: { ...body, ...own } },
    };
  });
}

/** Examples of answers, successes first. */
export function answersOf({
  operation,
}: ShownOperation): { name: string; title: { fr: string; en: string }; value: unknown }[] {
  return Object.values(operation.responses).flatMap(({ content }) =>
    Object.entries(content?.['application/json']?.examples ?? {}).map(
      ([name, { summary, 'x-summary-fr': french, value }]) => ({
        name,
        value,
        title: { fr: french, en: summary },
      }),
    ),
  );
}
