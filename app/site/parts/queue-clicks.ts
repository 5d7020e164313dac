/** Marks controls as usable, now or once their script has loaded (gallery.css). */
export function markInteractive(): void {
  document.documentElement.dataset.script = 'runs'
}

/** Queues clicks until the script has loaded; returns a function that replays them. Not for new tabs. */
export function queueClicks(): () => void {
  let held: HTMLElement | undefined
  markInteractive()
  const hold = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    const pressed =
      event.target instanceof Element ? event.target.closest<HTMLElement>('a[href], button') : null
    if (!pressed || pressed.matches('[target=_blank]')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held = pressed
  }
  window.addEventListener('click', hold, true)
  return () => {
    window.removeEventListener('click', hold, true)
    held?.click()
  }
}
