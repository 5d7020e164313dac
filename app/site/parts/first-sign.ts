/** Events that show that the visitor is about to interact. */
const signs = [
  'scroll',
  'pointerdown',
  'pointermove',
  'keydown',
  'focusin',
  'click',
  'popstate',
] as const

let come: Promise<void> | undefined
let goOn: (() => void) | undefined
let hasCome = false

/** True after the first interaction, and after any client navigation. */
export const hasGoneOn = () => hasCome

/** Resolves on the first interaction; immediately when the page opens further down. */
export function firstSign(): Promise<void> {
  come ??= new Promise((resolve) => {
    goOn = () => {
      hasCome = true
      resolve()
    }
    if (window.scrollY > 0 || window.location.hash !== '') return goOn()
    const once = { once: true, passive: true, capture: true }
    for (const sign of signs) window.addEventListener(sign, goOn, once)
  })
  return come
}

/** For pages whose script has work before any interaction. */
export function goOnAtOnce(): void {
  void firstSign()
  goOn?.()
}

/** Marks controls as usable, now or once their script has loaded (gallery.css). */
export function showWhatNeedsScript(): void {
  document.documentElement.dataset.script = 'runs'
}

/**
 * Queues clicks until the script has loaded; returns a function that replays them. Links to new
 * tabs are left alone.
 */
export function holdPresses(): () => void {
  let held: HTMLElement | undefined
  showWhatNeedsScript()
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
