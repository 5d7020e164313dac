/** Whether this key is meant for the page: by itself, not typed into a field, and with no dialog over the page. */
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
