import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { iconButtonClass } from './icon-button.tsx'

type Props = { onJump: () => void }

/** Opens what jumps anywhere, at the head of the sidebar. Without script it is not there. */
export function SideJump({ onJump }: Props) {
  const keys = useKeys()
  return (
    <button
      type="button"
      className="side-jump"
      title={`Jump to anything (${keys})`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onJump}
    >
      <Icon name="search" size="small" />
      <span className="side-word">Jump to anything</span>
      <span aria-hidden="true" className="side-keys side-word">
        {keys}
      </span>
    </button>
  )
}

/** The same in the bar of a phone. */
export function TopJump({ onJump }: Props) {
  return (
    <button type="button" className={iconButtonClass('top-jump text-side-text!')} onClick={onJump}>
      <Icon name="search" />
      <span className="sr-only">Jump to anything</span>
    </button>
  )
}

const never = () => () => undefined

function useKeys() {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  )
}
