import { expect, test } from 'vitest'
import { problemsOfRelease, sectionOf, withRelease } from './release-notes.ts'

const changelog = `# Changelog

## [Unreleased]

### Added

- Payments by card.

## [1.9.0] - 2026-10-01

- Two things.
`

test.each([
  ['1.9.1', '1.9.0'],
  ['1.10.0', '1.9.0'],
  ['2.0.0', '1.9.9'],
  ['1.0.0', '0.1.0'],
])('OPS-200 %s may follow %s', (version, present) => {
  expect(problemsOfRelease(version, present, changelog)).toEqual([])
})

test.each([
  ['1.9.0', '1.9.0', '1.9.0 does not come after 1.9.0.'],
  ['1.9.0', '1.10.0', '1.9.0 does not come after 1.10.0.'],
  ['1.9', '1.8.0', '"1.9" is not a version like 1.0.0 (Semantic Versioning 2.0.0).'],
  ['v2.0.0', '1.8.0', '"v2.0.0" is not a version like 1.0.0 (Semantic Versioning 2.0.0).'],
  ['2.0.0-rc.1', '1.8.0', '"2.0.0-rc.1" is not a version like 1.0.0 (Semantic Versioning 2.0.0).'],
  ['01.2.3', '1.0.0', '"01.2.3" is not a version like 1.0.0 (Semantic Versioning 2.0.0).'],
])('OPS-200 %s may not follow %s', (version, present, problem) => {
  expect(problemsOfRelease(version, present, changelog)).toEqual([problem])
})

test('OPS-201 a release takes what the changelog says below Unreleased, and needs something there', () => {
  const released = withRelease(changelog, '2.0.0', '2026-11-27')
  expect(sectionOf(released, '2.0.0')).toBe('### Added\n\n- Payments by card.')
  expect(sectionOf(released, '1.9.0')).toBe('- Two things.')
  expect(sectionOf(released, 'Unreleased')).toBe('')
  expect(released).toContain('## [2.0.0] - 2026-11-27\n')
  expect(problemsOfRelease('2.0.1', '2.0.0', released)).toEqual([
    'CHANGELOG.md says nothing below [Unreleased].',
  ])
})
