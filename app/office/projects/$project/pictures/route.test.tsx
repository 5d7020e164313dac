import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../../../tests/database.ts'
import { anAdmin, anInvestor, aProject } from '../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { config } from '../../../../platform/config.server.ts'
import { loader as listProjects } from '../../route.tsx'
import { action as describeAction } from './describe/route.tsx'
import { action as add, clientAction as sendByScript } from './new/route.tsx'
import { action as upload } from './new/upload/route.ts'
import { action as removeAction, loader as removeLoader } from './remove/route.tsx'
import ProjectPictures, { loader, action as move } from './route.tsx'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]
const limit = 200_000

beforeAll(() =>
  asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('update app.installation set upload_limit_bytes = $1', [limit])
  }),
)

type Params = { projectId: string; pictureId?: string }

function argsOf(params: Params, fields: Record<string, string | File> | null, by: Who = admin) {
  const path = `/admin-dashboard/projects/${params.projectId}/pictures`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, path, sent), params } as never
}

const aPicture = async (format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg') => {
  const pixels = sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
  return new File([await pixels.toFormat(format).toBuffer()], `a.${format}`)
}
const unpublished = () => aProject('Garden City', { published: false })

const sendPicture = async (
  projectId: string,
  fields: Record<string, string | File> = {},
  by: Who = admin,
) =>
  add(
    argsOf(
      { projectId },
      { key: randomUUID(), alt: 'Towers', picture: await aPicture(), ...fields },
      by,
    ),
  )
const picturesOf = async (projectId: string) => (await loader(argsOf({ projectId }, null))).pictures

async function storedFiles() {
  const found = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

function toastOf(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error('no redirect')
  return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
}

describe('adding a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'MPR-023 takes a %s and encodes it again',
    async (format) => {
      const projectId = await unpublished()
      expect(await sendPicture(projectId, { picture: await aPicture(format) })).toBeInstanceOf(
        Response,
      )
      expect(await picturesOf(projectId)).toMatchObject([
        { alt: 'Towers', width: 90, height: 60, widths: [90] },
      ])
    },
  )

  test('MPR-025 raises the toast, and the card then shows the image', async () => {
    const name = `Kilimani ${randomUUID()}`
    const projectId = await aProject(name, { published: false })
    expect(toastOf(await sendPicture(projectId))).toContain('"title":"Image uploaded"')
    const url = `/admin-dashboard/projects?q=${encodeURIComponent(name)}`
    const { projects } = await listProjects(
      requestBy(admin, url) as Parameters<typeof listProjects>[0],
    )
    expect(projects).toMatchObject([{ cover: { alt: 'Towers' } }])
  })

  test('script is answered where to go on, with the toast', async () => {
    const projectId = await unpublished()
    const fields = { key: randomUUID(), alt: 'Towers', picture: await aPicture() }
    const answer = await upload(argsOf({ projectId }, fields))
    const location = `/admin-dashboard/projects/${projectId}/pictures`
    expect([answer.status, answer.headers.get('location')]).toEqual([204, location])
    expect(toastOf(answer)).toContain('Image uploaded')
  })

  const vector = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const bomb = async () => {
    const pixels = sharp({ create: { width: 8000, height: 6000, channels: 3, background: 'red' } })
    return new File([await pixels.png({ compressionLevel: 9 }).toBuffer()], 'bomb.png')
  }
  test.each([
    [
      'a vector with a script in it',
      () => new File([vector], 'villa.svg', { type: 'image/svg+xml' }),
      /not a picture/,
    ],
    ['a renamed program', () => new File(['MZ\u0090 program'], 'villa.jpg'), /not a picture/],
    ['one of 48 megapixels', bomb, /40 megapixels/],
    [
      'one above the limit',
      () => new File([new Uint8Array(limit + 1)], 'villa.jpg'),
      /larger than/,
    ],
    ['none at all', () => '', /Choose a picture/],
  ])(
    'MPR-023 (W-34) %s is refused next to its field, and nothing is stored',
    async (_, file, why) => {
      const projectId = await unpublished()
      const before = await storedFiles()
      expect(await sendPicture(projectId, { picture: await file() })).toMatchObject({
        data: {
          reply: { errors: { picture: expect.stringMatching(why) }, values: { alt: 'Towers' } },
        },
        init: { status: 422 },
      })
      expect(await storedFiles()).toEqual(before)
      expect(await picturesOf(projectId)).toEqual([])
    },
  )

  test('needs a description; without one the picture is not kept', async () => {
    const projectId = await unpublished()
    const before = await storedFiles()
    expect(await sendPicture(projectId, { alt: ' ' })).toMatchObject({
      data: { reply: { errors: { alt: 'Describe the picture for people who cannot see it.' } } },
    })
    expect(await storedFiles()).toEqual(before)
  })

  test('with script, a missing description is said before a byte of the picture is sent', async () => {
    const projectId = await unpublished()
    const body = formOf({ key: randomUUID(), alt: ' ' })
    body.set('picture', new File([new Uint8Array(9)], 'towers.jpg', { type: 'image/jpeg' }))
    const request = new Request('http://msingi.test/', { method: 'POST', body })
    // There is no XMLHttpRequest here: an attempt to upload would fail.
    expect(await sendByScript({ request, params: { projectId } } as never)).toMatchObject({
      data: {
        reply: {
          errors: { alt: 'Describe the picture for people who cannot see it.' },
          values: { alt: ' ' },
        },
      },
      init: { status: 422 },
    })
  })

  test('MPR-026 a fault says so and keeps what was typed', async () => {
    const projectId = await unpublished()
    await asSuperuser((client) => client.query('revoke insert on app.picture from msingi_admin'))
    const refused = await sendPicture(projectId)
    await asSuperuser((client) => client.query('grant insert on app.picture to msingi_admin'))
    expect(refused).toMatchObject({
      data: {
        reply: {
          message: 'Failed to upload image. Please try again. Reference test',
          values: { alt: 'Towers' },
        },
      },
      init: { status: 500 },
    })
    expect(await picturesOf(projectId)).toEqual([])
  })
})

describe('the pictures', () => {
  test('stand in their order with a button for every move; the first is the cover', async () => {
    const projectId = await unpublished()
    for (const alt of ['Towers', 'Lobby']) await sendPicture(projectId, { alt })
    const path = `/admin-dashboard/projects/${projectId}/pictures`
    const html = htmlOf(ProjectPictures, path, await loader(argsOf({ projectId }, null)))
    expect(wordsOf(html)).toContain('Cover')
    for (const label of [
      'Move picture 1 forward',
      'Move picture 2 back',
      'Make picture 2 the cover',
      'Remove picture 2',
    ]) {
      expect(html).toContain(`aria-label="${label}"`)
    }
    const [, lobby] = await picturesOf(projectId)
    await move(argsOf({ projectId }, { pictureId: lobby?.id ?? '', place: '1' }))
    expect((await picturesOf(projectId)).map(({ alt }) => alt)).toEqual(['Lobby', 'Towers'])
  })

  test('MPR-027 removing one raises the toast and takes its file out of the store', async () => {
    const projectId = await unpublished()
    const before = await storedFiles()
    await sendPicture(projectId)
    expect(await storedFiles()).toHaveLength(before.length + 1)
    const [picture] = await picturesOf(projectId)
    const params = { projectId, pictureId: picture?.id ?? '' }
    expect(await removeLoader(argsOf(params, null))).toMatchObject({ place: 1, count: 1 })
    expect(toastOf(await removeAction(argsOf(params, {})))).toContain('"title":"Image removed"')
    expect(await picturesOf(projectId)).toEqual([])
    expect(await storedFiles()).toEqual(before)
  })

  test('MPR-028 a fault while removing says so in a toast and leaves the picture', async () => {
    const projectId = await unpublished()
    await sendPicture(projectId)
    const [picture] = await picturesOf(projectId)
    const params = { projectId, pictureId: picture?.id ?? '' }
    await asSuperuser((client) => client.query('revoke delete on app.picture from msingi_admin'))
    const refused = await removeAction(argsOf(params, {}))
    await asSuperuser((client) => client.query('grant delete on app.picture to msingi_admin'))
    expect(refused).toMatchObject({
      data: {
        toast: { title: 'Failed to remove image', text: 'Please try again.', kind: 'error' },
      },
      init: { status: 500 },
    })
    expect(await picturesOf(projectId)).toHaveLength(1)
  })

  test('one gets another description', async () => {
    const projectId = await unpublished()
    await sendPicture(projectId)
    const [picture] = await picturesOf(projectId)
    const params = { projectId, pictureId: picture?.id ?? '' }
    expect(await describeAction(argsOf(params, { alt: '' }))).toMatchObject({
      init: { status: 422 },
    })
    await describeAction(argsOf(params, { alt: 'Two towers at dusk' }))
    expect(await picturesOf(projectId)).toMatchObject([{ alt: 'Two towers at dusk' }])
  })

  test('are an administrator’s, and an unknown project or picture is not there', async () => {
    const investor = await anInvestor()
    const projectId = await unpublished()
    const before = await storedFiles()
    await expect(sendPicture(projectId, {}, investor)).rejects.toMatchObject({
      init: { status: 404 },
    })
    expect(await storedFiles()).toEqual(before)
    const nowhere = move(argsOf({ projectId }, { pictureId: randomUUID(), place: '1' }))
    await expect(nowhere).rejects.toMatchObject({ init: { status: 404 } })
    const unread = await move(argsOf({ projectId }, { place: 'first' }))
    expect(toastOf(unread)).toContain('Reload the page and try again.')
    for (const unknown of [randomUUID(), 'nothing']) {
      const params = { projectId, pictureId: unknown }
      await expect(loader(argsOf({ projectId: unknown }, null))).rejects.toMatchObject({
        init: { status: 404 },
      })
      await expect(removeAction(argsOf(params, {}))).rejects.toMatchObject({
        init: { status: 404 },
      })
      await expect(describeAction(argsOf(params, { alt: 'Mine' }))).rejects.toMatchObject({
        init: { status: 404 },
      })
      await expect(sendPicture(unknown)).rejects.toMatchObject({ init: { status: 404 } })
    }
    expect(await storedFiles()).toEqual(before)
  })
})
