// In which order are the links of a route tried? By priority; among equal ones the number decides, so that their shares are those of the
// weights and a repetition goes the same way.

export interface Ranked {
  /** 1 comes first. */
  priority: number;
  weight: number;
}

/** Shares are exact to a thousandth. */
const slots = 1_000;

export interface LinkOrders<Link> {
  /** All orders that occur. */
  orders: readonly (readonly Link[])[];
  /** Which of them a number has. */
  orderFor(digits: string): number;
}

export function orderLinks<Link extends Ranked>(links: readonly Link[]): LinkOrders<Link> {
  const orders: Link[][] = [];
  const indexByOrder = new Map<string, number>();
  const orderOfSlot = Array.from({ length: slots }, (_, slot) => {
    const order = drawOrder(links, (slot + 0.5) / slots);
    const key = order.map((link) => links.indexOf(link)).join();
    const known = indexByOrder.get(key);
    if (known !== undefined) return known;
    indexByOrder.set(key, orders.length);
    return orders.push(order) - 1;
  });
  return { orders, orderFor: orders.length === 1 ? () => 0 : (digits) => orderOfSlot[slotOf(digits)]! };
}

/** Draws without putting back, by weight, from one priority after the other; `point` in [0, 1) is the chance that decides all draws. */
function drawOrder<Link extends Ranked>(links: readonly Link[], point: number): Link[] {
  const left = [...links];
  const order: Link[] = [];
  while (left.length > 0) {
    const priority = Math.min(...left.map((link) => link.priority));
    const group = left.filter((link) => link.priority === priority);
    const total = group.reduce((sum, link) => sum + link.weight, 0);
    let at = point * total;
    let drawn = 0;
    while (drawn < group.length - 1 && at >= group[drawn]!.weight) {
      at -= group[drawn]!.weight;
      drawn += 1;
    }
    const link = group[drawn]!;
    // Where within its share the point fell is the chance of the next draw.
    point = Math.min(at / link.weight, 1 - Number.EPSILON);
    order.push(link);
    left.splice(left.indexOf(link), 1);
  }
  return order;
}

/** Neighbouring numbers fall far apart. */
function slotOf(digits: string): number {
  let hash = 0;
  for (let at = 0; at < digits.length; at += 1) hash = (Math.imul(hash, 31) + digits.charCodeAt(at)) | 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) % slots;
}
