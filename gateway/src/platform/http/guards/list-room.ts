// Decides whether this node takes one more list of recipients into memory. Requests are counted by
// slots (admission.ts); those with thousands of numbers also by their numbers, so that many of
// them at once cost no more memory than a few.

export interface ListRoom {
  /**
   * False: too much is already in progress. Else `leave` of as many must follow. One list alone is
   * always taken.
   */
  enter(numbers: number): boolean;
  leave(numbers: number): void;
}

export function createListRoom(numbersMax: number): ListRoom {
  let inFlight = 0;
  return {
    enter(numbers) {
      if (inFlight > 0 && inFlight + numbers > numbersMax) return false;
      inFlight += numbers;
      return true;
    },
    leave(numbers) {
      inFlight -= numbers;
    },
  };
}
