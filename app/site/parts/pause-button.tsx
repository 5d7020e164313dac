import { Icon } from '../../ui/icon.tsx'

type Props = {
  playing: boolean
  toggle: () => void
  /** Follows "Pause", because a page has several of these buttons. */
  noun: string
  className: string
}

/** Toggles autoplay. `data-pause`: autoplay does not wait while this has the focus. */
export function PauseButton({ playing, toggle, noun, className }: Props) {
  return (
    <button
      type="button"
      data-pause
      className={className}
      aria-label={`${playing ? 'Pause' : 'Play'} the ${noun}`}
      onClick={toggle}
    >
      <Icon name={playing ? 'pause' : 'play'} />
    </button>
  )
}
