import type { ListedProjectPage } from '../../domain/projects/published-project.ts'

const labels = {
  fees: 'Fees',
  custody: 'Who holds the money, and when it is released',
  refunds: 'Refunds',
  payouts: 'Payouts',
}

/** What the company says about the money; left out where it says nothing. */
export function Terms({ terms }: Pick<ListedProjectPage, 'terms'>) {
  const { custody, fees, payouts, refunds } = terms
  const written = Object.entries({ custody, fees, payouts, refunds }).flatMap(([name, text]) =>
    text === null ? [] : [{ label: labels[name as keyof typeof labels], text }],
  )
  if (written.length === 0) return null
  return (
    <section aria-labelledby="terms-title">
      <h2 className="site-subtitle pb-5" id="terms-title">
        Your money
      </h2>
      <dl>
        {written.map(({ label, text }) => (
          <div key={label} className="border-t border-line py-4">
            <dt className="font-[550]">{label}</dt>
            <dd className="max-w-160 pt-1 text-md whitespace-pre-line text-muted wrap-anywhere">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
