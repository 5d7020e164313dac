import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, aProject, as } from '../../../tests/people.ts'
import { clock } from '../../platform/clock.server.ts'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import { coversOf, picturesOf } from './covers.server.ts'
import {
  addPicture,
  describePicture,
  movePicture,
  removePicture,
} from './project-pictures.server.ts'

const admin = await anAdmin()

const anUpload = () => ({
  key: `${randomUUID().slice(0, 2)}/${randomUUID()}`,
  byteSize: 100n,
  width: 480,
  height: 270,
  placeholder: 'data:image/webp;base64,AAAA',
  sha256: randomUUID().replaceAll('-', '').repeat(2),
  sentSha256: randomUUID(),
})

const add = (projectId: string, alt: string, key: string = randomUUID(), upload = anUpload()) =>
  as(admin, (actor) => addPicture(actor, projectId, { key, alt, takenOn: null }, upload))
const orderOf = (projectId: string) =>
  as(admin, async (actor) =>
    ((await picturesOf(actor, [projectId])).get(projectId) ?? []).map(({ alt }) => alt),
  )
const move = (projectId: string, pictureId: string, place: number) =>
  as(admin, (actor) => movePicture(actor, projectId, { pictureId, place }))
const remove = (projectId: string, pictureId: string) =>
  as(admin, (actor) => removePicture(actor, projectId, pictureId))

async function withPictures(alts: string[], published = false) {
  const projectId = await aProject('Garden City', { published })
  const ids: string[] = []
  for (const alt of alts) {
    const added = await add(projectId, alt)
    ids.push('pictureId' in added ? added.pictureId : '')
  }
  return { projectId, ids }
}

const rowsOf = (pictureId: string) =>
  asSuperuser(
    async (client) =>
      (await client.query('select 1 from app.picture_file where picture_id = $1', [pictureId]))
        .rowCount,
  )

describe('adding', () => {
  test('PAGE-016 (issue 33) the day of a photograph is stored with its upload, and one in the future is refused', async () => {
    const projectId = await aProject('Garden City', { published: false })
    const today = clock.today()
    const addOn = (takenOn: CalendarDate) =>
      as(admin, (actor) =>
        addPicture(actor, projectId, { key: randomUUID(), alt: 'Towers', takenOn }, anUpload()),
      )
    expect(await addOn(addDays(today, 1))).toEqual({ refused: 'in-the-future', today })
    expect(await orderOf(projectId)).toEqual([])
    await addOn(today)
    const { rows } = await change(
      'select taken_on::text from app.project_picture where project_id = $1',
      [projectId],
    )
    expect(rows).toEqual([{ taken_on: today }])
  })

  test('puts a picture behind the others, the first being the cover, and queues its copies', async () => {
    const { projectId, ids } = await withPictures(['Towers', 'Lobby'])
    expect(await orderOf(projectId)).toEqual(['Towers', 'Lobby'])
    const cover = await as(admin, async (actor) =>
      (await coversOf(actor, [projectId])).get(projectId),
    )
    expect(cover).toMatchObject({ id: ids[0], alt: 'Towers' })
    const { rowCount } = await asSuperuser((client) =>
      client.query(
        "select 1 from pgboss.job where name = 'encode-picture' and data ->> 'pictureId' = $1",
        [ids[1]],
      ),
    )
    expect(rowCount).toBe(1)
  })

  test('with the same key adds once, also at the same time, and names the file in use', async () => {
    const { projectId } = await withPictures([])
    const [key, upload] = [randomUUID(), anUpload()]
    const again = { ...upload, key: `ff/${randomUUID()}` }
    const answers = await Promise.all([
      add(projectId, 'Towers', key, upload),
      add(projectId, 'Towers', key, again),
    ])
    expect(answers[0]).toEqual(answers[1])
    expect(await orderOf(projectId)).toEqual(['Towers'])
    expect(await add(projectId, 'Other words', key, upload)).toEqual({ refused: 'key-reused' })
  })

  test('two at the same time stand behind each other', async () => {
    const { projectId } = await withPictures([])
    await Promise.all([add(projectId, 'One'), add(projectId, 'Other')])
    expect((await orderOf(projectId)).toSorted()).toEqual(['One', 'Other'])
  })

  test('is refused for a project that is not there', async () => {
    expect(await add(randomUUID(), 'Towers')).toEqual({ refused: 'not-found' })
  })
})

describe('ordering', () => {
  test.each([
    [0, 3, ['Lobby', 'Roof', 'Towers', 'Pool']],
    [3, 1, ['Pool', 'Towers', 'Lobby', 'Roof']],
    [1, 2, ['Towers', 'Lobby', 'Roof', 'Pool']],
    [0, 99, ['Lobby', 'Roof', 'Pool', 'Towers']],
  ])('the picture at %i goes to place %i and the others close up', async (from, place, order) => {
    const { projectId, ids } = await withPictures(['Towers', 'Lobby', 'Roof', 'Pool'])
    expect(await move(projectId, ids[from] ?? '', place)).toEqual({ pictureId: ids[from] })
    expect(await orderOf(projectId)).toEqual(order)
  })

  test('by two at the same time loses none', async () => {
    const { projectId, ids } = await withPictures(['Towers', 'Lobby', 'Roof'])
    await Promise.all([move(projectId, ids[0] ?? '', 3), move(projectId, ids[2] ?? '', 1)])
    expect((await orderOf(projectId)).toSorted()).toEqual(['Lobby', 'Roof', 'Towers'])
  })

  test('a picture of another project is not there', async () => {
    const [first, other] = [await withPictures(['Towers']), await withPictures(['Shop'])]
    const id = other.ids[0] ?? ''
    expect(await move(first.projectId, id, 1)).toEqual({ refused: 'not-found' })
    expect(await remove(first.projectId, id)).toEqual({ refused: 'not-found' })
    const alt = 'Mine'
    const described = as(admin, (actor) =>
      describePicture(actor, first.projectId, { pictureId: id, alt, takenOn: null }),
    )
    expect(await described).toEqual({ refused: 'not-found' })
    expect(await orderOf(other.projectId)).toEqual(['Shop'])
  })
})

describe('removing', () => {
  test('MPR-027 (W-34) takes it away with all its copies and names their files; the next one becomes the cover', async () => {
    const { projectId, ids } = await withPictures(['Towers', 'Lobby'])
    const removed = await remove(projectId, ids[0] ?? '')
    expect(removed).toEqual({ fileKeys: [expect.stringMatching(/\//)] })
    expect(await orderOf(projectId)).toEqual(['Lobby'])
    expect(await rowsOf(ids[0] ?? '')).toBe(0)
    await remove(projectId, ids[1] ?? '')
    expect(await orderOf(projectId)).toEqual([])
  })

  test('the only picture of a published project stays', async () => {
    const { projectId, ids } = await withPictures(['Towers', 'Lobby'], true)
    expect(await remove(projectId, ids[0] ?? '')).toMatchObject({ fileKeys: expect.anything() })
    expect(await remove(projectId, ids[1] ?? '')).toEqual({ refused: 'last-of-published' })
    expect(await orderOf(projectId)).toEqual(['Lobby'])
  })
})

test('describing changes the words for people who cannot see it', async () => {
  const { projectId, ids } = await withPictures(['Towers'])
  await as(admin, (actor) =>
    describePicture(actor, projectId, {
      pictureId: ids[0] ?? '',
      alt: 'Two towers at dusk',
      takenOn: null,
    }),
  )
  expect(await orderOf(projectId)).toEqual(['Two towers at dusk'])
})
