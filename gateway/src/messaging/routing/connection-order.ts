// Orders the carrier connections of a route: by priority; among equal ones the number decides, so
// that traffic follows the weights and a repetition takes the same way.

export interface Ranked {
  /** 1 comes first. */
  priority: number;
  weight: number;
}

/** Shares are exact to a thousandth. */
const slots = 1_000;

export interface ConnectionOrders<Connection> {
  /** All orders that occur. */
  orders: readonly (readonly Connection[])[];
  /** Which of them a number has. */
  orderFor(digits: string): number;
}

export function orderConnections<Connection extends Ranked>(
  connections: readonly Connection[],
): ConnectionOrders<Connection> {
  const orders: Connection[][] = [];
  const indexByOrder = new Map<string, number>();
  const orderOfSlot = Array.from({ length: slots }, (_, slot) => {
    const order = drawOrder(connections, (slot + 0.5) / slots);
    const key = order.map((connection) => connections.indexOf(connection)).join();
    const known = indexByOrder.get(key);
    if (known !== undefined) return known;
    indexByOrder.set(key, orders.length);
    return orders.push(order) - 1;
  });
  return {
    orders,
    orderFor: orders.length === 1 ? () => 0 : (digits) => orderOfSlot[slotOf(digits)]!,
  };
}

/**
 * Draws without putting back, by weight, from one priority after the other; `point` in [0, 1) is
 * the chance that decides all draws.
 */
function drawOrder<Connection extends Ranked>(
  connections: readonly Connection[],
  point: number,
): Connection[] {
  const left = [...connections];
  const order: Connection[] = [];
  while (left.length > 0) {
    const priority = Math.min(...left.map((connection) => connection.priority));
    const group = left.filter((connection) => connection.priority === priority);
    const total = group.reduce((sum, connection) => sum + connection.weight, 0);
    let at = point * total;
    let drawn = 0;
    while (drawn < group.length - 1 && at >= group[drawn]!.weight) {
      at -= group[drawn]!.weight;
      drawn += 1;
    }
    const connection = group[drawn]!;
    // Where within its share the point fell is the chance of the next draw.
    point = Math.min(at / connection.weight, 1 - Number.EPSILON);
    order.push(connection);
    left.splice(left.indexOf(connection), 1);
  }
  return order;
}

/** Neighbouring numbers fall far apart. */
function slotOf(digits: string): number {
  let hash = 0;
  for (let at = 0; at < digits.length; at += 1)
    hash = (Math.imul(hash, 31) + digits.charCodeAt(at)) | 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) % slots;
}
