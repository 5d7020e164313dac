import { Icon } from '../../ui/icon.tsx'

type Props = {
  playing: boolean
  toggle: () => void
  /** What moves, to follow on Pause: a page has several of these buttons. */
  what: string
  className: string
}

/** Stops what moves by itself, and starts it again. `data-pause`: the clock does not wait while the keyboard is here. */
export function PauseButton({ playing, toggle, what, className }: Props) {
  return (
    <button
      type="button"
      data-pause
      className={className}
      aria-label={`${playing ? 'Pause' : 'Play'} the ${what}`}
      onClick={toggle}
    >
      <Icon name={playing ? 'pause' : 'play'} />
    </button>
  )
}
