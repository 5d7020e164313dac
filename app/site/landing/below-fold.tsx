import type { ComponentProps } from 'react'
import { isDescribed } from '../../domain/company/company.ts'
import { About } from './about.tsx'
import { ChatLink } from './chat-link.tsx'
import { Contact } from './contact.tsx'
import { Featured } from './featured.tsx'
import { Offers } from './offers.tsx'
import { Reasons } from './reasons.tsx'
import { Testimonials } from './testimonials.tsx'
import { useHashScroll } from './use-hash-scroll.ts'

export type BelowProps = ComponentProps<typeof Featured> &
  ComponentProps<typeof Offers> &
  ComponentProps<typeof Testimonials> &
  ComponentProps<typeof About> & { balcony: ComponentProps<typeof Reasons>['picture'] }

/** Everything below the first view, and the floating chat link. */
export function BelowFold(props: BelowProps) {
  useHashScroll()
  const { company, isDemo, projects, offers, pictures, balcony, testimonials, picture } = props
  return (
    <>
      <Featured projects={projects} pictures={pictures} />
      <Offers offers={offers} />
      {isDescribed(company) && <Reasons picture={balcony} />}
      <Testimonials testimonials={testimonials} isDemo={isDemo} />
      {isDescribed(company) && <About company={company} picture={picture} />}
      <Contact company={company} />
      {company.whatsapp === null ? null : <ChatLink whatsapp={company.whatsapp} />}
    </>
  )
}
