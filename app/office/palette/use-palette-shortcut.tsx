import { useCallback, useEffect, useMemo, useState } from 'react'
import type { NavEntry } from '../../ui/layout/nav-links.tsx'
import { knownLines } from './line.ts'
import { Palette } from './palette.tsx'

/** Ctrl+K or Cmd+K toggles the palette. */
export function usePaletteShortcut(screens: readonly NavEntry[]) {
  const [isOpen, setOpen] = useState(false)
  const known = useMemo(() => knownLines(screens), [screens])
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      setOpen((was) => !was)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return {
    open: useCallback(() => setOpen(true), []),
    palette: isOpen && <Palette known={known} close={close} />,
  }
}
