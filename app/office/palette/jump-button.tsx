import { useSyncExternalStore } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'

type Props = { onJump: () => void }

/** Opens the command palette from the sidebar. Hidden without script. */
export function SideJump({ onJump }: Props) {
  const keys = useKeys()
  return (
    <button
      type="button"
      className="mt-3.5 flex h-9 flex-none items-center gap-2 rounded-control border border-side-line px-2.5 text-xs whitespace-nowrap text-side-muted transition-colors hover:bg-side-hover hover:text-side-text noscript:hidden folded:mt-0 folded:justify-center folded:px-0"
      title={`Jump to anything (${keys})`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onJump}
    >
      <Icon name="search" size="small" />
      <span className="folded:sr-only">Jump to anything</span>
      <span
        aria-hidden="true"
        className="ms-auto rounded-[4px] border border-side-line px-[0.32rem] py-[0.2rem] font-sans text-3xs leading-none font-medium folded:sr-only"
      >
        {keys}
      </span>
    </button>
  )
}

/** The same in a phone's top bar. */
export function TopJump({ onJump }: Props) {
  return (
    <button
      type="button"
      className={iconButtonClass('text-side-text! noscript:hidden')}
      onClick={onJump}
    >
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
