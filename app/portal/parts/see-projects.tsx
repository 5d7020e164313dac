import { ButtonLink } from '../../ui/button.tsx'

/** The way from an empty screen to what is offered on the public site: a banner that was put aside leads there no more. */
export function SeeProjects() {
  return (
    <ButtonLink look="secondary" to="/investments">
      See our projects
    </ButtonLink>
  )
}
