/** Each tells that somebody is about to go on from the first view. */
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

/** Whether somebody has moved already, as everybody has who followed a link by script. */
export const hasGoneOn = () => hasCome

/** When the visitor first moves in any way; at once for somebody who comes to a place further down the page. */
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

/** For a page on which the script has something to do although nobody has moved yet. */
export function goOnAtOnce(): void {
  void firstSign()
  goOn?.()
}

/** From now on what needs script answers to a press, at once or when its part has come: it may be seen (gallery.css). */
export function showWhatNeedsScript(): void {
  document.documentElement.dataset.script = 'runs'
}

/**
 * Lets what is pressed wait until script can answer it; gives what makes up for it. What opens in a tab of its own is
 * not ours.
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
