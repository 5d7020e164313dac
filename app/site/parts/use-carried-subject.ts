import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** Links to the contact section may carry a project name in `state.about`. */
function aboutIn(state: unknown): string | null {
  const isCarried =
    typeof state === 'object' &&
    state !== null &&
    'about' in state &&
    typeof state.about === 'string'
  return isCarried ? String(state.about) : null
}

/** Fills the subject with the project, unless the visitor has typed one. */
export function useCarriedSubject(place: RefObject<HTMLElement | null>) {
  const { state, key } = useLocation()
  const about = aboutIn(state)
  useEffect(() => {
    const subject = place.current?.querySelector<HTMLInputElement>('input[name="subject"]')
    if (key && about && subject && /^(About: .*)?$/.test(subject.value))
      subject.value = `About: ${about}`
  }, [place, about, key])
}
