import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../tests/database.ts'
import { anAdmin } from '../../tests/people.ts'
import { ask } from '../../tests/product.tsx'
import { withSecondFactor } from '../../tests/second-factor.ts'

const office = resolve(import.meta.dirname)

/** Modules of the back office that a module imports, transitively. */
function textsBehind(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || !file.startsWith(office) || !existsSync(file)) return []
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
    resolve(dirname(file), path),
  )
  return [text, ...imports.flatMap((path) => textsBehind(path, seen))]
}

const acts = globSync('**/*.{ts,tsx}', { cwd: office })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .filter((path) =>
    /export (async function action|const action(?! = methodNotAllowed))\b/.test(
      readFileSync(resolve(office, path), 'utf8'),
    ),
  )

test.each(acts)(
  'ADM-019 %s records a failure of ours and says so where the form was sent',
  (path) => {
    const behind = textsBehind(resolve(office, path)).join('\n')
    expect(behind).toMatch(/\b(logFault|formAction)\(/)
  },
)

test('ADM-019 a failure is in the log under the reference that the toast names', async () => {
  const { cookie } = await withSecondFactor(await anAdmin())
  await asSuperuser((client) => client.query('revoke update on app.installation from msingi_admin'))
  const logged = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const answer = await ask('/admin-dashboard/security', {
    cookie,
    form: { roles: 'owner', before: '' },
  })
  await asSuperuser((client) => client.query('grant update on app.installation to msingi_admin'))
  expect(answer).toMatchObject({ status: 303, location: '/admin-dashboard/security' })
  const toast = decodeURIComponent(answer.given.join())
  expect(toast).toContain('"kind":"error","title":"The security settings were not saved"')
  const reference = /Reference ([\w-]+)/.exec(toast)?.[1]
  const [line = ''] = logged.mock.calls.flat().map(String)
  expect(JSON.parse(line)).toMatchObject({
    message: 'The security settings were not saved',
    requestId: reference,
  })
  const { rows } = await change('select second_factor_roles as required from app.installation')
  expect(rows).toEqual([{ required: [] }])
})
