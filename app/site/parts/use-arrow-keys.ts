import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Arrow keys for a carousel with the focus inside or, with `anywhere`, in view while nothing has the focus. */
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
