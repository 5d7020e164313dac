import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { ShownPicture } from '../../../../domain/projects/picture.ts'

/** Optimistic order of the pictures. Keeps the focus on the pressed button while its picture moves. */
export function useMoves(stored: ShownPicture[]) {
  const fetcher = useFetcher()
  const [held, setHeld] = useState<string | null>(null)
  const pressed = useRef<HTMLElement | null>(null)
  const pictures = movedBy(fetcher.formData, stored)
  const order = pictures.map(({ id }) => id).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture that changed place took the focus from its button
  useEffect(() => {
    const button = pressed.current
    pressed.current = null
    if (
      !button?.isConnected ||
      ![button, document.body].includes(document.activeElement as HTMLElement)
    )
      return
    // At either end the pressed button becomes disabled.
    const next = button.matches(':disabled')
      ? button.closest('form')?.querySelector<HTMLElement>(':enabled:not(input)')
      : button
    next?.focus()
  }, [order])

  const move = (pictureId: string, place: number) => {
    pressed.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    void fetcher.submit({ pictureId, place: String(place) }, { method: 'post' })
  }
  const drop = (place: number) => {
    if (held !== null && pictures[place - 1]?.id !== held) move(held, place)
    setHeld(null)
  }
  return { pictures, held, hold: setHeld, drop, move }
}

function movedBy(form: FormData | undefined, stored: ShownPicture[]): ShownPicture[] {
  const moving = stored.find(({ id }) => id === form?.get('pictureId'))
  if (!moving) return stored
  const others = stored.filter((picture) => picture !== moving)
  return others.toSpliced(Number(form?.get('place')) - 1, 0, moving)
}
