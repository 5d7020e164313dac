import { type Company, isDescribed } from '../domain/company/company.ts'
import { SiteFooter } from '../ui/layout/site-footer.tsx'

export function Footer({ company, year }: { company: Company; year: number }) {
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
      risk={company.riskWarning}
      year={year}
    />
  )
}
