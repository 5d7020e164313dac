import { Alert } from '../../ui/feedback/alert.tsx'
import type { ConcurrentChange } from '../../values/concurrent-change.ts'

type Props = { changes: ConcurrentChange[]; labelOf: (name: string) => string }

/** What another administrator stored while this form was open. */
export function ConcurrentChanges({ changes, labelOf }: Props) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="meanwhile" className="mb-5">
      <Alert tone="warning">
        <h2 id="meanwhile" className="font-[560]">
          What changed
        </h2>
        <dl className="mt-2 grid gap-3">
          {changes.map(({ name, before, now, kept }) => (
            <div key={name} className="wrap-anywhere">
              <dt className="font-[550]">{labelOf(name)}</dt>
              <dd className="whitespace-pre-line">
                <span className="text-muted">Was:</span> {before || 'nothing'}
              </dd>
              <dd className="whitespace-pre-line">
                <span className="text-muted">Is now:</span> {now || 'nothing'}
              </dd>
              <dd className="text-muted">
                {kept
                  ? 'You changed it too. Saving replaces their value with yours.'
                  : 'Copied to the form below.'}
              </dd>
            </div>
          ))}
        </dl>
      </Alert>
    </section>
  )
}
