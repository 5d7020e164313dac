import { useNavigation } from 'react-router'

/** A thin bar at the top while a navigation takes longer than 150 ms (the delay is in the animation). */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div data-print="no" aria-hidden="true" className="loading-bar" />
}
