import { Link } from 'react-router'
import { importLists, importNouns } from '../../domain/imports/import-list.ts'
import { latestImports, type PastImport } from '../../domain/imports/imports.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { Moment } from '../../ui/day.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { importHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { howMany, listPlaces } from './parts.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => ({ imports: await latestImports(admin) }))
}

export const meta: Route.MetaFunction = (args) => pageTitle('Import', args)

export default function Import({ loaderData: { imports } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Import"
        lead="From a CSV or Excel file. You see what each row would do before anything is imported."
      />
      <ul className="grid gap-3 @min-[44rem]/main:grid-cols-2">
        {importLists.map((list) => (
          <li key={list}>
            <Link
              to={`${importHome}/${list}`}
              className="flex h-full items-start gap-3 rounded-card border border-line p-4 hover:bg-hover"
            >
              <Icon name="upload" className="mt-0.5 text-muted" />
              <span className="min-w-0">
                <b className="block font-[560]">{listPlaces[list].title}</b>
                <span className="mt-0.5 block text-xs text-muted">{listPlaces[list].note}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {imports.length > 0 && <Imported imports={imports} />}
    </>
  )
}

function Imported({ imports }: { imports: PastImport[] }) {
  return (
    <section aria-label="Imported so far" className="mt-8">
      <SectionTitle>Imported so far</SectionTitle>
      <div className="mt-2">
        <Table caption="Imported so far" head={<Head />}>
          {imports.map(({ id, list, name, imported }) => (
            <Tr key={id}>
              <Td wrap>
                <Link
                  to={`${importHome}/${list}/${id}`}
                  className="text-link underline underline-offset-2"
                >
                  <bdi className="wrap-anywhere">{name}</bdi>
                </Link>
              </Td>
              <Td>{imported && howMany(imported.added, importNouns[list])}</Td>
              <Td>{imported?.by && <bdi>{imported.by}</bdi>}</Td>
              <Td className="text-muted">{imported && <Moment at={imported.at} />}</Td>
            </Tr>
          ))}
        </Table>
      </div>
    </section>
  )
}

function Head() {
  return (
    <>
      <Th>File</Th>
      <Th>Added</Th>
      <Th>By</Th>
      <Th>When</Th>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="The imports could not be loaded" />
}
