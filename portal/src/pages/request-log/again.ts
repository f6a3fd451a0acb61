// Rebuilds a request: each member with the JSON type that it had. What is not stored, or not whole,
// becomes a placeholder.

import { curlOf } from '@jokko/contract/curl';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Call } from '../../api/run-call.ts';

/** `keyName`: null where it is not known. */
export type Asked = Pick<RouteAnswer<'GET request-log/:id'>, 'endpoint' | 'members'> & {
  keyName: string | null;
};
type Member = Asked['members'][number];

/** What the sandbox can fill in; null: a place stays. */
export interface Filled {
  apiKey: string | null;
  appKey: string | null;
  phone: string | null;
}

const phones = new Set(['phone', 'recipientPhone']);

/** A curl command. `origin`: of the gateway, without a slash at the end. */
export function againOf(origin: string, asked: Asked, filled: Filled): string {
  const { path, headers, body } = callOf(asked, filled);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const address = `${origin}${path}`;
  return body === undefined
    ? curlOf({ address, headers: lines })
    : curlOf({ address, headers: lines, body }, true);
}

/** The call to make again. */
export function callOf(
  { endpoint, members, keyName }: Asked,
  { apiKey, appKey, phone }: Filled,
): Call {
  const [method = '', path = ''] = endpoint.split(' ');
  const sms = keyName?.startsWith('js_') ?? false;
  const key = (sms ? appKey : apiKey) ?? (keyName === null ? '<apiKey>' : `<${keyName}…>`);
  if (method === 'GET') return { path, headers: { [sms ? 'App-Key' : 'Secretkey']: key } };
  const keyMember = sms ? 'app_key' : 'apiKey';
  const named = members.some(({ name }) => name === keyMember)
    ? members
    : [...members, { name: keyMember, value: null }];
  const valueOf = (member: Member): unknown => {
    if (member.name === keyMember) return key;
    return phone !== null && phones.has(member.name) && !isWhole(member) ? phone : jsonOf(member);
  };
  return {
    path,
    headers: {},
    body: Object.fromEntries(named.map((member) => [member.name, valueOf(member)])),
  };
}

const isWhole = ({ value }: Member): boolean => value !== null && !value.includes('…');

function jsonOf(member: Member): unknown {
  const { name, value, type } = member;
  if (type === 'null') return null;
  if (type === 'object') return {};
  if (type === 'array') return [];
  if (value === null || !isWhole(member)) return `<${name}>`;
  if (type === 'number') return Number(value);
  return type === 'boolean' ? value === 'true' : value;
}
