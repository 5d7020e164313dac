import { FilterSelect } from '../../ui/fields/filter-select.tsx'

/** Limits a list to the investments, documents and so on of one project. */
export function ProjectFilter({ projects }: { projects: { id: string; name: string }[] }) {
  return (
    <FilterSelect
      name="project"
      label="Project"
      everything="All projects"
      choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
