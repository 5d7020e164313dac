import { stones } from '../../ui/layout/wordmark.tsx'

export function NoPicture() {
  return (
    <svg
      aria-hidden="true"
      viewBox="2.5 3.5 27 25"
      className="absolute inset-0 m-auto h-1/3 w-1/3 fill-none stroke-line-control"
    >
      {stones.map((stone) => (
        <path key={stone} d={stone} strokeWidth="1" vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}
