import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Whereabouts } from '../server/recovery/database.ts'
import { asSuperuser } from './database.ts'
import { where } from './sound-installation.ts'

/** An empty database, and no files yet in a folder below this one, to restore into. Both are gone after the test. */
export async function anEmptyPlaceIn(folder: string): Promise<Whereabouts> {
  const name = `apart_${randomBytes(6).toString('hex')}`
  await asSuperuser((client) => client.query(`create database ${name}`), 'postgres')
  onTestFinished(() =>
    asSuperuser(async (client) => {
      await client.query(`drop database ${name} with (force)`)
    }, 'postgres'),
  )
  const url = new URL(where.databaseUrl)
  url.pathname = `/${name}`
  return { ...where, databaseUrl: url.href, dataDir: join(folder, name) }
}
