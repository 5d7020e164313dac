import {
  type LegalTextKind,
  legalTextKinds,
  legalTextTitles,
} from '../../domain/company/legal-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { dayOf } from '../../values/calendar-date.ts'
import { Setting } from './setting.tsx'

type Props = { published: { kind: LegalTextKind; version: number; publishedAt: Date }[] }

export function LegalTexts({ published }: Props) {
  return (
    <Setting
      id="legal"
      lead="Public pages with a link in the footer. Every version stays readable with its date."
    >
      <ul className="divide-y divide-line-soft border-y border-line-soft">
        {legalTextKinds.map((kind) => {
          const title = legalTextTitles[kind]
          const newest = published.find((text) => text.kind === kind)
          return (
            <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
              <span className="min-w-0 flex-1">
                <span className="font-[560]">{title}</span>
                <span className="num block text-xs text-muted">
                  {newest ? (
                    <>
                      Version {newest.version}, <Day on={dayOf(newest.publishedAt)} />
                    </>
                  ) : (
                    'Not published'
                  )}
                </span>
              </span>
              {newest && (
                <ButtonLink to={`/${kind}`} size="small" icon="external" newTab>
                  View
                </ButtonLink>
              )}
              <DialogLink
                to={`/admin-dashboard/company/legal-texts/${kind}`}
                look="secondary"
                size="small"
                aria-label={`${newest ? 'New version' : 'Write'}, ${title}`}
              >
                {newest ? 'New version' : 'Write'}
              </DialogLink>
            </li>
          )
        })}
      </ul>
    </Setting>
  )
}
