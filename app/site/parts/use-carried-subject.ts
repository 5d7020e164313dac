import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** A link to the contact section may carry the name of a project along (`state={{ about }}`, W-46). */
function aboutIn(state: unknown): string | null {
  const isCarried =
    typeof state === 'object' &&
    state !== null &&
    'about' in state &&
    typeof state.about === 'string'
  return isCarried ? String(state.about) : null
}

/** Puts a project that was carried along into the subject, unless the visitor has written one of their own. */
export function useCarriedSubject(place: RefObject<HTMLElement | null>) {
  const { state, key } = useLocation()
  const about = aboutIn(state)
  useEffect(() => {
    const subject = place.current?.querySelector<HTMLInputElement>('input[name="subject"]')
    if (key && about && subject && /^(About: .*)?$/.test(subject.value))
      subject.value = `About: ${about}`
  }, [place, about, key])
}
