import { runTool } from '../program.ts'
import { say, secondsSince } from '../progress.ts'

type Check = { title: string; tools: [file: string, ...args: string[]][] }

const checks: Check[] = [
  { title: 'Format and lint', tools: [['node_modules/@biomejs/biome/bin/biome', 'ci', '.']] },
  {
    title: 'Types',
    tools: [
      ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
      ['node_modules/typescript-native/bin/tsc', '-p', '.'],
    ],
  },
  {
    title: 'Import zones',
    tools: [
      [
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        'app',
        'config',
        'server',
        'db',
        'bench',
        'tests',
      ],
    ],
  },
  // The second run ignores uses in tests; exports for tests only are marked `@internal`.
  {
    title: 'Dead code',
    tools: [['node_modules/knip/bin/knip.js'], ['node_modules/knip/bin/knip.js', '--production']],
  },
]

async function runCheck({ title, tools }: Check): Promise<boolean> {
  const began = performance.now()
  for (const [file, ...args] of tools) {
    const { code, output } = await runTool(file, args)
    if (code === 0) continue
    say(`✗ ${title} (${secondsSince(began)})`)
    say(output)
    return false
  }
  say(`✓ ${title} (${secondsSince(began)})`)
  return true
}

/** Runs all checks, or the one with this title; returns the titles of failed ones. */
export async function check(only?: string): Promise<string[]> {
  const failed: string[] = []
  for (const check of checks.filter(({ title }) => only === undefined || title === only))
    if (!(await runCheck(check))) failed.push(check.title)
  return failed
}

if (import.meta.main) {
  const [option, title] = process.argv.slice(2)
  const titles = checks.map((check) => check.title)
  if (option !== undefined && (option !== '--only' || !titles.includes(title ?? ''))) {
    say(`Usage:  npm run check [-- --only "${titles.join('" | "')}"]`)
    process.exitCode = 2
  } else if ((await check(title)).length > 0) process.exitCode = 1
}
