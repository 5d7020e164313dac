import { type Company, isDescribed } from '../domain/company/company.ts'
import { type LegalTextKind, legalTextTitles } from '../domain/company/legal-text.ts'
import { SiteFooter } from '../ui/layout/site-footer.tsx'

type Props = { company: Company; legalTexts: LegalTextKind[]; year: number }

export function Footer({ company, legalTexts, year }: Props) {
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
      legal={legalTexts.map((kind) => ({ to: `/${kind}`, label: legalTextTitles[kind] }))}
      risk={company.riskWarning}
      year={year}
    />
  )
}
