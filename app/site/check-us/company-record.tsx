import type { ReactNode } from 'react'
import type { Company } from '../../domain/company/company.ts'

const pinChecker = 'https://itax.kra.go.ke'

/** The company's entries in public registers, each with where to look it up. Empty fields are left out. */
export function CompanyRecord({ company }: { company: Company }) {
  const { name, register, registerUrl, registrationNumber, taxPin } = company
  const { regulator, licence, licenceUrl, foundedYear, auditors, bank } = company
  return (
    <section className="site-wrap pb-(--section)" aria-labelledby="record-title">
      <h2 className="site-title pb-6" id="record-title">
        Who we are
      </h2>
      <dl className="site-ruled site-ruled--closed">
        <Fact label="Registered name">{name}</Fact>
        {(registrationNumber || register) && (
          <Fact
            label="Registration number"
            check={registerUrl && { to: registerUrl, label: 'Look it up in the register' }}
          >
            {registrationNumber} {register && <small>{register}</small>}
          </Fact>
        )}
        {taxPin && (
          <Fact
            label="Tax PIN"
            check={{ to: pinChecker, label: 'Check it with the PIN Checker of KRA' }}
          >
            {taxPin} <small>Kenya Revenue Authority</small>
          </Fact>
        )}
        {(regulator || licence) && (
          <Fact
            label="Licence"
            check={licenceUrl && { to: licenceUrl, label: 'Check the licence' }}
          >
            {licence} {regulator && <small>{regulator}</small>}
          </Fact>
        )}
        {foundedYear !== null && <Fact label="Founded">{foundedYear}</Fact>}
        {auditors && <Fact label="Auditors">{auditors}</Fact>}
        {bank && <Fact label="Bank">{bank}</Fact>}
      </dl>
    </section>
  )
}

type FactProps = {
  label: string
  check?: { to: string; label: string } | null | ''
  children: ReactNode
}

function Fact({ label, check, children }: FactProps) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-4.5 md:grid-cols-[13rem_minmax(0,1fr)_auto] md:items-baseline">
      <dt className="text-muted">{label}</dt>
      <dd className="num font-[550] wrap-anywhere [&>small]:block [&>small]:text-sm [&>small]:font-normal [&>small]:text-muted">
        {children}
      </dd>
      {check && (
        <dd>
          <a
            href={check.to}
            rel="noopener"
            target="_blank"
            className="inline-flex min-h-11 items-center text-link underline underline-offset-2"
          >
            {check.label}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </dd>
      )}
    </div>
  )
}
