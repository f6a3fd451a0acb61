// Is a key that is pressed text, or a command? Text, wherever something can be filled in.

/** True where a key writes. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
