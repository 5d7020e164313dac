import { ButtonLink } from '../../ui/button.tsx'

/** Links an empty page to the public offers. */
export function SeeProjects() {
  return (
    <ButtonLink look="secondary" to="/investments">
      See our projects
    </ButtonLink>
  )
}
