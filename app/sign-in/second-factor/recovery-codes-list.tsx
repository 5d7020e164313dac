import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { useScript } from '../../ui/connection/use-script.ts'
import { useCompanyLook } from '../../ui/layout/company-look.ts'

/** The codes are only shown once. */
export function RecoveryCodes({
  codes,
  next,
  title,
}: {
  codes: string[]
  next: string
  title: string
}) {
  const scripted = useScript()
  const { brand } = useCompanyLook()
  const text = `${brand} recovery codes. Each works once, instead of a code from your app.\r\n\r\n${codes.join('\r\n')}\r\n`
  return (
    <>
      <h1>{title}</h1>
      <p role="status" className="pt-2 text-muted">
        Your second factor is on. If you lose your phone, each of these signs you in once. They are
        shown only now; print them or store them with your passwords.
      </p>
      <ul
        aria-label="Recovery codes"
        translate="no"
        className="num mt-6 grid grid-cols-2 gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 font-mono text-md"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClass()}
        >
          Download as text
        </a>
        {scripted && <Button onClick={() => print()}>Print</Button>}
      </div>
      <ButtonLink look="primary" to={next} replace className="mt-7 w-full print:hidden">
        I have saved them
      </ButtonLink>
    </>
  )
}
