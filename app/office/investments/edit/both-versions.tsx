import { useLocation } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import type { Moved } from './versions.ts'

export function BothVersions({ moved, onReload }: { moved: Moved[]; onReload: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <section aria-labelledby="both-versions" className="mb-4">
      <Alert tone="warning">
        <h3 id="both-versions" className="font-[560]">
          What changed
        </h3>
        {moved.length === 0 ? (
          <p>Entries of the ledger. The figures did not change.</p>
        ) : (
          <table className="mt-1.5 w-full text-xs">
            <caption className="sr-only">The investment as you opened it, and as it is now</caption>
            <thead>
              <tr className="text-start text-muted *:py-0.75 *:pe-3 *:text-start *:font-normal">
                <th scope="col">Field</th>
                <th scope="col">You opened</th>
                <th scope="col">Is now</th>
              </tr>
            </thead>
            <tbody>
              {moved.map(({ label, opened, now }) => (
                <tr key={label} className="align-top wrap-anywhere *:py-0.75 *:pe-3 *:text-start">
                  <th scope="row" className="font-normal">
                    {label}
                  </th>
                  <td className="num">
                    <bdi>{opened || 'nothing'}</bdi>
                  </td>
                  <td className="num font-[560]">
                    <bdi>{now || 'nothing'}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="mt-1.5 text-xs">
          Your entries are still below. Reload to start from the saved values.
        </p>
        <ButtonLink
          to={{ pathname, search }}
          size="small"
          className="mt-2"
          onClick={(event) => {
            event.preventDefault()
            onReload()
          }}
        >
          Reload
        </ButtonLink>
      </Alert>
    </section>
  )
}
