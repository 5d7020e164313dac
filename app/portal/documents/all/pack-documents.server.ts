import {
  logDownloads,
  type MyFile,
  recordMissingFile,
} from '../../../domain/documents/my-files.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { isStored } from '../../../platform/files/stored-file.server.ts'
import { onePart, type Packed } from '../../../platform/files/zip.server.ts'
import { log } from '../../../platform/observability/log.server.ts'
import type { Context } from '../../../platform/session/session.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { counted } from '../../../values/counted.ts'
import { logAsViewer } from '../../guard.server.ts'

const note = 'Missing documents.txt'

/**
 * Archive entries in one folder per project, each logged as a download. Missing files are left out,
 * listed in a note and reported to the office.
 */
export async function packDocuments(
  context: Context,
  mine: MyFile[],
  within = '',
): Promise<Packed[]> {
  const there = await inStore(mine)
  const present = mine.filter((_, place) => there[place])
  const missing = mine.filter((_, place) => !there[place])
  for (const { storageKey: key } of missing) {
    log.error('a stored file is missing or cut short', new Error('files'), { key })
  }
  await logAsViewer(context, async (looker, whose) => {
    await logDownloads(looker, present, whose)
    for (const document of missing) await recordMissingFile(looker, document)
  })
  const packed: Packed[] = present.map(
    ({ project, title, ending, uploadedAt, storageKey, byteSize }) => ({
      path: `${within}${onePart(project ?? 'Addressed to you')}/${onePart(title)}${ending}`,
      at: uploadedAt,
      storageKey,
      byteSize,
    }),
  )
  if (missing.length > 0)
    packed.unshift({ path: `${within}${note}`, at: clock.now(), bytes: noteOf(missing) })
  return packed
}

/** A few at a time, to limit concurrent requests to the store. */
const atATime = 16

async function inStore(mine: MyFile[]): Promise<boolean[]> {
  const there: boolean[] = []
  for (let from = 0; from < mine.length; from += atATime) {
    there.push(...(await Promise.all(mine.slice(from, from + atATime).map(isStored))))
  }
  return there
}

function noteOf(missing: MyFile[]): Buffer {
  const lines = missing.map(({ title, project }) => `- ${title}${project ? ` (${project})` : ''}`)
  const text = `${counted(missing.length, 'document')} could not be found in our storage on ${formatDay(clock.today())} and ${
    missing.length === 1 ? 'is' : 'are'
  } not in this archive. Everything else is here. Our team has been notified.

${lines.join('\n')}
`
  // Windows text editors expect CRLF.
  return Buffer.from(text.replaceAll('\n', '\r\n'))
}
