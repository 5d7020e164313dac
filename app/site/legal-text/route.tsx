import { isRouteErrorResponse, Link } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import {
  blocksOf,
  type LegalTextKind,
  legalTextTitles,
  type TextBlock,
} from '../../domain/company/legal-text.ts'
import { findLegalText, legalVersions } from '../../domain/company/legal-texts.server.ts'
import { config } from '../../platform/config.server.ts'
import { guestQuery, notFound } from '../../platform/session/session.server.ts'
import { Day } from '../../ui/day.tsx'
import { dayOf } from '../../values/calendar-date.ts'
import pagesSheet from '../pages.css?url'
import { pageHead } from '../parts/head.ts'
import { NotFound } from '../parts/not-found.ts'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** The newest version, or the one in `?version`; 404 before the first one and for unknown versions. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const kind: LegalTextKind = url.pathname === '/terms' ? 'terms' : 'privacy'
  const wanted = url.searchParams.get('version')
  const number = wanted === null ? undefined : /^\d{1,6}$/.test(wanted) ? Number(wanted) : 0
  const { text, versions, company } = await guestQuery(context, async (guest) => ({
    text: await findLegalText(guest, kind, number),
    versions: await legalVersions(guest, kind),
    company: await companyFacts(guest),
  }))
  if (!text) throw notFound()
  const { name, brand } = company
  const blocks = blocksOf(text.body)
  return { kind, text, blocks, versions, name, brand, origin: config.origin }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { kind, name, brand, origin } = loaderData
  const title = `${legalTextTitles[kind]} · ${brand}`
  const description = `${legalTextTitles[kind]} of ${name}, with its earlier versions.`
  return pageHead({ title, description, path: `/${kind}`, origin, brand })
}

export default function LegalTextPage({
  loaderData: { kind, text, blocks, versions, name },
}: Route.ComponentProps) {
  const newest = versions[0]?.version
  return (
    <main id="main" tabIndex={-1} className="site-page">
      <article className="site-wrap grid max-w-3xl gap-5 pt-[clamp(2.5rem,1.6rem+4vw,5.5rem)] pb-(--section)">
        <h1 className="site-display">{legalTextTitles[kind]}</h1>
        <p className="text-muted">
          {name}, version {text.version} of <Day on={dayOf(text.publishedAt)} />
        </p>
        {text.version !== newest && (
          <p>
            This is an earlier version.{' '}
            <Link to={`/${kind}`} className="text-link underline">
              Read the current one
            </Link>
          </p>
        )}
        {blocks.map((block) => (
          <Block key={block.lines[0]?.at} block={block} />
        ))}
        {versions.length > 1 && <Versions kind={kind} versions={versions} shown={text.version} />}
      </article>
    </main>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  throw error
}

function Block({ block: { kind, lines } }: { block: TextBlock }) {
  if (kind === 'heading')
    return (
      <h2 className="pt-4 font-display text-step-2 leading-tight wrap-anywhere">
        {lines[0]?.text}
      </h2>
    )
  if (kind === 'paragraph')
    return (
      <p className="wrap-anywhere whitespace-pre-line">
        {lines.map(({ text }) => text).join('\n')}
      </p>
    )
  return (
    <ul className="grid list-disc gap-1 ps-6">
      {lines.map(({ at, text }) => (
        <li key={at} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  )
}

type VersionsProps = {
  kind: LegalTextKind
  versions: { version: number; publishedAt: Date }[]
  shown: number
}

function Versions({ kind, versions, shown }: VersionsProps) {
  return (
    <section aria-labelledby="versions-title" className="mt-6 border-t border-line pt-5">
      <h2 id="versions-title" className="font-[550]">
        All versions
      </h2>
      <ul className="num grid gap-1 pt-2 text-sm">
        {versions.map(({ version, publishedAt }) => (
          <li key={version}>
            <Link
              to={`/${kind}?version=${version}`}
              aria-current={version === shown ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-1 text-link underline aria-[current]:no-underline"
            >
              Version {version}, <Day on={dayOf(publishedAt)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
