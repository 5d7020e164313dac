import { useNavigation } from 'react-router'

/** Shown when a navigation takes longer than 150 ms (an animation delay). */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div data-print="no" aria-hidden="true" className="loading-bar" />
}
