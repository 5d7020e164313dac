import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { useAutoplay } from '../parts/use-autoplay.ts'

const sellingPoints = [
  'Premium East African real estate',
  'Low minimum investment',
  'Exclusive early investor discounts',
  'Secured property ownership',
  'Guided investment process',
]

const invitation = 'Join Today'
const eachLetterMs = 100

/** Five reasons, and a line typed while `moves` and in view. */
export function WhyChoose({ brand, moves }: { brand: string; moves: boolean }) {
  const root = useRef<HTMLElement>(null)
  const [typed, setTyped] = useState(0)
  const isTyping = moves && typed < invitation.length
  useAutoplay(root, isTyping ? eachLetterMs : undefined, () => setTyped(typed + 1))
  return (
    <aside ref={root} className="why" aria-labelledby="why-title">
      <h2 id="why-title">Why Choose {brand}</h2>
      <ul className="site-ruled">
        {sellingPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Link className="why__join" to="#contact">
        <span className="sr-only">{invitation}</span>
        <span aria-hidden="true" className="why__line">
          <span className="why__typed">{invitation.slice(0, typed)}</span>
          <span className="why__rest">{invitation.slice(typed)}</span>
        </span>
        <Icon name="arrow-right" size="large" />
      </Link>
    </aside>
  )
}
