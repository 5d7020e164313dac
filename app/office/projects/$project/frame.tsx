import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { projectsHome } from '../../paths.ts'

type Props = {
  project: { id: string; name: string; slug: string; published: boolean; isArchived: boolean }
  children: ReactNode
}

/** Shared by the pages of a project: title, links and tabs. */
export function ProjectFrame({ project, children }: Props) {
  const { id, name, slug, published, isArchived } = project
  const home = `${projectsHome}/${id}`
  return (
    <>
      <PageHead
        title="Edit Project"
        lead={
          <>
            <bdi className="wrap-anywhere">{name}</bdi>
            {isArchived && ' · archived'}
          </>
        }
        back={{ to: projectsHome, label: 'Manage Projects' }}
        actions={
          published && !isArchived ? (
            <ButtonLink to={`/investment/${slug}`} icon="external" newTab>
              See its page
            </ButtonLink>
          ) : (
            <ButtonLink to={`${home}/preview`} icon="eye" newTab>
              Preview
            </ButtonLink>
          )
        }
      />
      <nav
        aria-label="About this project"
        className="mb-5 flex flex-wrap gap-x-6 border-b border-line max-md:gap-x-5"
      >
        <Tab to={home} end>
          Facts
        </Tab>
        <Tab to={`${home}/pictures`}>Pictures</Tab>
        <Tab to={`${home}/updates`}>Progress updates</Tab>
        <Tab to={`${home}/milestones`}>Milestones</Tab>
        <Tab to={`${home}/verification`}>Verification</Tab>
        <Tab to={`${home}/units`}>Units and shares</Tab>
        <Tab to={`${home}/plans`}>Payment plans</Tab>
      </nav>
      <ListsOfProject id={id} />
      {children}
    </>
  )
}

const lists = {
  Investments: 'investments',
  Documents: 'documents',
  Distributions: 'distributions',
  Notifications: 'notifications',
}

/** Leads to the lists of the back office, limited to this project. */
function ListsOfProject({ id }: { id: string }) {
  return (
    <nav
      aria-label="Lists of this project"
      className="-mt-2 mb-4 flex flex-wrap gap-x-4 text-xs text-muted"
    >
      {Object.entries(lists).map(([label, path]) => (
        <Link
          key={path}
          to={`/admin-dashboard/${path}?project=${id}`}
          className="tall-target text-link underline underline-offset-2"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function Tab({ to, end = false, children }: { to: string; end?: boolean; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      end={end}
      className="relative inline-flex min-h-10 items-center font-[520] whitespace-nowrap text-muted no-underline outline-offset-[-2px] after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-t-[2px] hover:text-text aria-[current=page]:font-[580] aria-[current=page]:text-text aria-[current=page]:after:bg-primary max-md:min-h-11"
    >
      {children}
    </NavLink>
  )
}
