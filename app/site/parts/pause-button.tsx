import { Icon } from '../../ui/icon.tsx'

/** Stops what moves by itself, and starts it again. `data-pause`: the clock does not wait while the keyboard is here. */
export function PauseButton({
  playing,
  toggle,
  className,
}: {
  playing: boolean
  toggle: () => void
  className: string
}) {
  return (
    <button type="button" data-pause className={className} aria-label={playing ? 'Pause' : 'Play'} onClick={toggle}>
      <Icon name={playing ? 'pause' : 'play'} />
    </button>
  )
}
