// Reads the members of a JSON body as their sender meant them, where serialisers of other languages
// write the same thing in several ways (rules H5, O3): null for a member that is absent, an integer
// for a text of digits, an empty list or text for an object without members.

type Members = { [member: string]: unknown };

/** Texts of digits that clients also send as JSON integers. */
const digitTexts = [
  'phone',
  'externalTransactionId',
  'accountNumber',
  'billAccountNumber',
  'billReference',
  'referenceNumber',
];
/** The client's own: whatever is inside comes back in the callback as it was sent. */
const clientsOwn = 'data';
/** What PHP makes of an array without members, and of its serialised form. */
const emptyObjects = new Set(['', '[]']);

/**
 * Members that are absent in all but name are left out; the rest is as given. The object itself is
 * not changed.
 */
export function givenMembers(body: Members): Members {
  const members = withoutNulls(body);
  for (const name of digitTexts) {
    const value = members[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
      members[name] = String(value);
  }
  if (isEmptyObject(members[clientsOwn])) members[clientsOwn] = {};
  return members;
}

function withoutNulls(object: Members): Members {
  const members: Members = {};
  for (const name in object) {
    const value = object[name];
    if (value === null) continue;
    members[name] = name !== clientsOwn && isObject(value) ? withoutNulls(value) : value;
  }
  return members;
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && emptyObjects.has(value);
