// Routes of the filters that members save for themselves, by list.

import { Type } from 'typebox';
import { closed, idField, nameField, nothing } from './fields.ts';
import type { RouteTable } from './route.ts';

const user = { side: 'user', secondFactor: 'done', stepUp: 0 } as const;
const listField = Type.Enum(['transactions', 'operator-transactions']);

/** The most of one member and one list: more are no choice any more. */
export const savedFiltersMax = 20;

export const savedFilterRoutes = {
  /**
   * The filters of the membership that the session works as; none while an operator looks at a
   * developer's portal. In the order of their names.
   */
  'GET saved-filters': {
    policy: user,
    query: closed({ list: listField }),
    answer: closed({
      items: Type.Array(
        closed({
          id: idField,
          name: Type.String(),
          /** The list's filters, as they stand in its address: `status=failed&amount=1000-`. */
          search: Type.String(),
        }),
      ),
    }),
  },
  /**
   * Replaces one of the same name. Filters that hold numbers of customers are left out: numbers are
   * removed after a time.
   */
  'POST saved-filters/save': {
    policy: user,
    body: closed({
      list: listField,
      name: nameField,
      search: Type.String({ maxLength: 1_000, text: 'free' }),
    }),
    answer: nothing,
  },
  'POST saved-filters/delete': { policy: user, body: closed({ id: idField }), answer: nothing },
} as const satisfies RouteTable;
