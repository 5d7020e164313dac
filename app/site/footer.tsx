import { type Company, isDescribed } from '../domain/company/company.ts'
import { SiteFooter, type SiteFooterProps } from '../ui/layout/site-footer.tsx'

type Props = { company: Company; year: number } & Required<Pick<SiteFooterProps, 'legal'>>

export function Footer({ company, legal, year }: Props) {
  const { linkedin, twitter, instagram } = company.social
  return (
    <SiteFooter
      brand={company.brand}
      company={company.name}
      hasAbout={isDescribed(company)}
      motto={company.motto}
      blurb={company.blurb}
      emails={[...new Set([company.contactEmail, company.supportEmail])].filter(
        (email) => email !== null,
      )}
      social={{ LinkedIn: linkedin, Twitter: twitter, Instagram: instagram }}
      legal={legal}
      risk={company.riskWarning}
      year={year}
    />
  )
}
