import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { basisPoints } from '../../values/percent.ts'
import { ProgressBar } from './progress.tsx'

function colourAt(value: number) {
  const html = renderToStaticMarkup(
    <ProgressBar label="Paid" colour="verdict" value={basisPoints(value)} />,
  )
  return /bg-(positive|warning|negative)/.exec(html)?.[1]
}

test('a payment bar is green from 80%, amber from 50% and red below, by the exact share', () => {
  expect([10_000, 8000].map(colourAt)).toEqual(['positive', 'positive'])
  expect([7999, 5000].map(colourAt)).toEqual(['warning', 'warning'])
  expect([4999, 0].map(colourAt)).toEqual(['negative', 'negative'])
})

test('a bar says its percent in words and never runs over', () => {
  const html = renderToStaticMarkup(<ProgressBar label="Paid" value={basisPoints(12_000)} />)
  expect(html).toContain('aria-valuetext="120.0%"')
  expect(html).toContain('width:100%')
})
