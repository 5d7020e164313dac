import { stones } from './layout/wordmark.tsx'

/** The large mark, intact. Decorative. */
export function StackedMark() {
  return (
    <svg aria-hidden="true" viewBox="2.5 3.5 27 25" className="w-full fill-primary">
      <path d={stones[0]} className="fill-gold" />
      <path d={stones[1]} />
      <path d={stones[2]} />
    </svg>
  )
}

/** The mark of the not-found page: the top stone has fallen. Decorative. */
export function FallenMark() {
  return (
    <svg
      role="img"
      aria-label="Two stacked stones; the third has rolled away."
      viewBox="1 -1 44 23.5"
      className="w-full fill-primary"
    >
      <path d="M1 21.95h44" className="fill-none stroke-line-control" strokeWidth="0.06" />
      <path transform="translate(0 -6)" d={stones[2]} />
      <path transform="translate(0.7 -6)" d={stones[1]} />
      <path
        transform="translate(20.2 11.25) rotate(9 16.7 7.9)"
        d={stones[0]}
        className="fill-gold"
      />
      <path
        d="M18 4.6c6-5.2 15.5-3.2 18.4 8.2"
        className="fill-none stroke-muted"
        strokeWidth="0.14"
        strokeLinecap="round"
        strokeDasharray="0.01 0.55"
      />
    </svg>
  )
}
