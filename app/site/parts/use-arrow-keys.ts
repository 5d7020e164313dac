import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * The left and right arrow keys move what stands in `root` while the keyboard is inside, and, for what is the only one of
 * its page (`anywhere`), also while it is in view and the keyboard is nowhere.
 */
export function useArrowKeys(
  root: RefObject<HTMLElement | null>,
  anywhere: boolean,
  step: (by: 1 | -1) => void,
) {
  const onKey = useEffectEvent((press: KeyboardEvent) => {
    const by = press.key === 'ArrowRight' ? 1 : press.key === 'ArrowLeft' ? -1 : null
    if (
      by === null ||
      press.altKey ||
      press.ctrlKey ||
      press.metaKey ||
      press.shiftKey ||
      !root.current
    )
      return
    const isNowhere = document.activeElement === document.body
    if (
      !root.current.contains(document.activeElement) &&
      !(anywhere && isNowhere && isInView(root.current))
    )
      return
    press.preventDefault()
    step(by)
  })
  useEffect(() => {
    const listener = (press: KeyboardEvent) => onKey(press)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}
