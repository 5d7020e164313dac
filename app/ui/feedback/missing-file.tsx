import type { ComponentProps } from 'react'
import { buttonClass } from '../button.tsx'
import { DownloadLink } from '../download-link.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { Panel } from '../layout/panel.tsx'

type Props = {
  name: string
  /** The file has been restored. */
  isBack: boolean
  file: string
  back: NonNullable<ComponentProps<typeof PageHead>['back']>
  supportEmail: string | null
  advice?: string
}

/** The page for a file that is missing from the store. */
export function MissingFile({ name, isBack, file, back, supportEmail, advice }: Props) {
  return (
    <>
      <PageHead
        back={back}
        title={isBack ? 'This file is available again' : 'This file cannot be found'}
      />
      <Panel>
        <div className="grid max-w-[64ch] justify-items-start gap-3 pt-1">
          <p className="font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          {isBack ? (
            <p>It was missing from our storage and has been restored.</p>
          ) : (
            <>
              <p>
                It is missing from our storage. Nothing else is affected, and our team has been
                notified. {advice}
              </p>
              {supportEmail !== null && (
                <p>
                  Do you need it now? Write to{' '}
                  <a href={`mailto:${supportEmail}`} className="underline wrap-anywhere">
                    {supportEmail}
                  </a>
                </p>
              )}
            </>
          )}
          <DownloadLink
            href={file}
            className={buttonClass(isBack ? 'primary' : 'secondary', 'normal', 'mt-1')}
          >
            {isBack ? 'Download' : 'Try again'}
          </DownloadLink>
        </div>
      </Panel>
    </>
  )
}
