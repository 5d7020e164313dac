import { useCompanyLook } from './company-look.ts'

/** The three stones from the top, from 2.5, 3.5 in a field of 27 by 25. */
export const stones = [
  'M13.4 5.2c2.3-.8 5.9-.6 6.9 1.1 1 1.8-.6 3.9-3.5 4.2-2.7.3-5.6-.2-6.1-2-.4-1.4.9-2.7 2.7-3.3z',
  'M9.3 12.9c3.4-1 10-1.2 12.9 0 2.6 1.1 2.7 4.2.2 5.3-3.2 1.3-10.3 1.2-13.3.1-2.8-1.1-2.6-4.6.2-5.4z',
  'M6.6 20.6c4.4-1.2 13.9-1.3 18.4-.1 4 1.1 4.3 5.3.6 6.4-4.7 1.4-14.6 1.4-19.2.1-3.8-1.1-3.6-5.3.2-6.4z',
] as const

/** The top stone is gold, the others have the colour of the text. */
export function Mark({ className = 'h-6.5 w-7' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="2.5 3.5 27 25"
      className={`flex-none fill-current ${className}`}
    >
      <path d={stones[0]} className="fill-gold" />
      <path d={stones[1]} />
      <path d={stones[2]} />
    </svg>
  )
}

type WordmarkProps = {
  name: string
  mark?: string
  /** The size of a short name; long names are smaller. */
  size?: string
  /** Hides the name where only the mark has room. */
  word?: string
}

/** The company's logo, or the mark, and its name. */
export function Wordmark({ name, mark = '', size = 'text-[1.4375rem]', word = '' }: WordmarkProps) {
  const { logo } = useCompanyLook()
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      {logo === null ? (
        <Mark className={`h-6.5 w-7 ${mark}`} />
      ) : (
        <img src={logo} alt="" width={96} height={96} className="size-8 flex-none object-contain" />
      )}
      <span
        className={`min-w-0 font-display font-normal tracking-[-0.02em] ${word} ${name.length > longName ? longLook : `truncate leading-[1.2] ${size}`}`}
      >
        {name}
      </span>
    </span>
  )
}

/** Longer names take two lines in the sidebar. */
const longName = 11
const longLook = 'line-clamp-2 text-[0.9375rem] leading-[1.15] wrap-anywhere'
