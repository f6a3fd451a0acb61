// Decides whether a pressed key is text or a command. It is text wherever something can be filled
// in.

/** True where a key writes. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
