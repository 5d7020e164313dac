import { isLater } from '../../config/version.ts'

/** Versions by Semantic Versioning 2.0.0, without pre-releases; a changelog as Keep a Changelog 1.1.0 has it. */
const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/
const nextHeading = '## [Unreleased]'

/** The text below the heading of a version, or of what is not released yet; empty without one. */
export function sectionOf(changelog: string, version: string): string {
  const lines = changelog.split('\n')
  const begin = lines.findIndex((line) => line.startsWith(`## [${version}]`))
  if (begin === -1) return ''
  const rest = lines.slice(begin + 1)
  const end = rest.findIndex((line) => line.startsWith('## '))
  return (end === -1 ? rest : rest.slice(0, end)).join('\n').trim()
}

/** Why this version cannot follow `present`, one sentence each; empty when it can. */
export function problemsOfRelease(version: string, present: string, changelog: string): string[] {
  if (!versionPattern.test(version))
    return [`"${version}" is not a version like 1.0.0 (Semantic Versioning 2.0.0).`]
  const problems: string[] = []
  if (!isLater(version, present)) problems.push(`${version} does not come after ${present}.`)
  if (sectionOf(changelog, 'Unreleased') === '')
    problems.push('CHANGELOG.md says nothing below [Unreleased].')
  return problems
}

/** The changelog with what was not released yet under `version`, and an empty section for what comes next. */
export function withRelease(changelog: string, version: string, date: string): string {
  return changelog.replace(nextHeading, `${nextHeading}\n\n## [${version}] - ${date}`)
}
