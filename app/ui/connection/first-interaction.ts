/** Events that show that the visitor is about to interact. */
const interactionEvents = [
  'scroll',
  'pointerdown',
  'pointermove',
  'keydown',
  'focusin',
  'click',
  'popstate',
] as const

let pending: Promise<void> | undefined
let interact: (() => void) | undefined
let hasInteracted = false

/** True after the first interaction, and after any client navigation. */
export const interactionSeen = () => hasInteracted

/** Resolves on the first interaction; immediately if there was one before this script, or when the page opens further down. */
export function firstInteraction(): Promise<void> {
  pending ??= new Promise((resolve) => {
    interact = () => {
      hasInteracted = true
      resolve()
    }
    const { moved } = document.documentElement.dataset
    if (moved === '' || window.scrollY > 0 || window.location.hash !== '') return interact()
    const once = { once: true, passive: true, capture: true }
    for (const type of interactionEvents) window.addEventListener(type, interact, once)
  })
  return pending
}

/** For pages whose script has work before any interaction. */
export function interactNow(): void {
  void firstInteraction()
  interact?.()
}

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
