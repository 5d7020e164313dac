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
