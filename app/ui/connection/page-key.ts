/** Whether a key is a page shortcut: without modifiers, not in a field, and without an open dialog. */
export function isPageKey(
  { key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent,
  wanted: string,
) {
  if (key !== wanted || ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target))
    return false
  return document.querySelector('dialog:modal') === null
}

function isTyping(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
