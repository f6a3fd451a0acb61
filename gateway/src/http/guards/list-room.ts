// Does this node take one more list of recipients into its memory? Requests are counted by places (admission.ts); those with thousands of numbers
// by their numbers besides, so that many of them at once cost no more memory than a few.

export interface ListRoom {
  /** False: too much is in hand already. Else `leave` of as many must follow. One list alone is always taken. */
  enter(numbers: number): boolean;
  leave(numbers: number): void;
}

export function createListRoom(numbersMax: number): ListRoom {
  let inHand = 0;
  return {
    enter(numbers) {
      if (inHand > 0 && inHand + numbers > numbersMax) return false;
      inHand += numbers;
      return true;
    },
    leave(numbers) {
      inHand -= numbers;
    },
  };
}
