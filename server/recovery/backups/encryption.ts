import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { hasErrorCode } from '../../durable-files.ts'

type Bytes = AsyncIterable<Uint8Array>
type WebBytes = ReadableStream<Uint8Array> & globalThis.ReadableStream<Uint8Array>

/** Not `Readable.toWeb`: an early error of its source ends the program. */
const toWeb = (source: Bytes) => ReadableStream.from(source) as WebBytes

const fromWeb = (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes, { objectMode: false })

/** Refuses what is no public key of age. */
export function refuseWrongRecipients(recipients: string[]): void {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new Error(
        `BACKUP_RECIPIENT: "${recipient.slice(0, 80)}" is no public key of age; a letter may be missing or wrong.`,
      )
    }
  }
}

/** Encrypts a stream in the age format, in pieces of 64 KiB. */
export async function encrypted(source: Bytes, recipients: string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

/** The secret keys in a file as `age-keygen` writes it. */
export async function readIdentities(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((fault: Error) => {
    throw hasErrorCode(fault, 'ENOENT')
      ? new Error(`There is no file ${path}.`)
      : new Error(`${path} cannot be read: ${fault.message}.`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    identities.length = 0
  }
  if (identities.length > 0) return identities
  throw new Error(
    `${path} is no identity file of age: it needs lines that begin with AGE-SECRET-KEY-.`,
  )
}

/** None of the secret keys fits. */
export class WrongIdentity extends Error {}

/** Decrypts a stream of age. Rejects with WrongIdentity; altered or truncated bytes break the stream. */
export async function decrypted(source: Bytes, identities: string[]): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (fault) {
    if (fault instanceof Error && fault.message.startsWith('no identity matched'))
      throw new WrongIdentity('None of the secret keys given opens this backup.')
    throw fault
  }
}
