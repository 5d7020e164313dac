import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { config } from '../config.server.ts'
import { files } from '../files/files.server.ts'
import { readForm, receiveForm } from './upload.server.ts'

const limit = 1_000_000

async function filesLeft(): Promise<string[]> {
  const names = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return names.filter((name) => name.isFile()).map((name) => name.name)
}

function posted(
  files: [field: string, bytes: Uint8Array<ArrayBuffer> | string, name: string][],
  fields = {},
) {
  const form = new FormData()
  for (const [field, value] of Object.entries<string>(fields)) form.append(field, value)
  for (const [field, bytes, name] of files) form.append(field, new File([bytes], name))
  return new Request('http://127.0.0.1/', { method: 'POST', body: form })
}

async function bytesIn(key: string): Promise<Buffer> {
  const stored = await files.get(key)
  return Buffer.concat((await stored?.toArray()) ?? [])
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const aPdf = bytesOf('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n')

/** What a compound file says of itself, with a stream of this name. */
function compoundFile(streamName: string) {
  const bytes = new Uint8Array(2048)
  bytes.set(bytesOf('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
  bytes.set(Buffer.from(streamName, 'utf16le'), 1024)
  return bytes
}

/** The smallest package of Office's present formats: a ZIP whose list of contents names the main part. */
function officeFile(contentType: string) {
  const types = Buffer.from(
    `<Types><Override PartName="/x.xml" ContentType="${contentType}.main+xml"/></Types>`,
  )
  const packed = deflateRawSync(types)
  const name = Buffer.from('[Content_Types].xml')
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(packed.length)
  sizes.writeUInt32LE(types.length, 4)
  const lengths = Buffer.from([name.length, 0, 0, 0])
  const head = Buffer.from([0x14, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, sizes, lengths, name, packed])
  const end = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
  return new Uint8Array(Buffer.concat([local, end]))
}

test('a file arrives as it was sent, with its size, checksum and the type of its bytes', async () => {
  const bytes = new Uint8Array(Buffer.concat([aPdf, randomBytes(400_000)]))
  const { form, uploads, tooLarge } = await receiveForm(
    posted([['file', bytes, 'Lease.pdf']], { title: 'Läse' }),
    limit,
  )
  const upload = uploads.get('file')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(upload).toMatchObject({ originalName: 'Lease.pdf', mediaType: 'application/pdf', sha256 })
  expect(upload?.byteSize).toBe(BigInt(bytes.length))
  expect((await bytesIn(upload?.key ?? '')).equals(bytes)).toBe(true)
  expect(form.get('title')).toBe('Läse')
  expect(tooLarge.size).toBe(0)
})

test('a file of exactly the limit is taken; one byte more is cut off, named, and not kept', async () => {
  const before = await filesLeft()
  const large = await receiveForm(
    posted([['file', new Uint8Array(limit + 1).fill(65), 'a.txt']]),
    limit,
  )
  expect([...large.tooLarge]).toEqual(['file'])
  expect(large.uploads.size).toBe(0)
  expect(await filesLeft()).toEqual(before)
  const whole = await receiveForm(
    posted([['file', new Uint8Array(limit).fill(65), 'a.txt']]),
    limit,
  )
  expect(whole.uploads.get('file')).toMatchObject({
    byteSize: BigInt(limit),
    mediaType: 'text/plain',
  })
  await whole.discard()
  expect(await filesLeft()).toEqual(before)
})

test('a connection that breaks off in the middle leaves nothing behind', async () => {
  const before = await filesLeft()
  const whole = Buffer.from(
    await posted([['file', new Uint8Array(300_000).fill(66), 'a.txt']]).arrayBuffer(),
  )
  const boundary = whole.subarray(2, whole.indexOf('\r\n')).toString()
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(whole.subarray(0, 150_000))),
    pull: (controller) => controller.error(new Error('connection lost')),
  })
  const streamed: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body: broken,
    headers,
    duplex: 'half',
  }
  const lost = new Request('http://127.0.0.1/', streamed)
  await expect(receiveForm(lost, limit)).rejects.toThrow('connection lost')
  expect(await filesLeft()).toEqual(before)
})

test('a body that is no whole form is answered with 400 and leaves nothing behind', async () => {
  const before = await filesLeft()
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  const file = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const bodies = [
    '',
    'nothing of the kind',
    file,
    `${file}cut off`,
    '--edge\r\nno header at all\r\n\r\nx\r\n--edge--',
  ]
  for (const body of bodies) {
    const sent = new Request('http://127.0.0.1/', { method: 'POST', body, headers })
    await expect(receiveForm(sent, limit), body).rejects.toMatchObject({ init: { status: 400 } })
  }
  expect(await filesLeft()).toEqual(before)
})

test('what is no form is refused, not a fault', async () => {
  const request = new Request('http://127.0.0.1/', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  await expect(receiveForm(request, limit)).rejects.toMatchObject({ init: { status: 415 } })
})

test('a form without files that cannot be read is refused, not a fault', async () => {
  const statusOf = (body: string, kind: string) =>
    readForm(
      new Request('http://127.0.0.1/', { method: 'POST', body, headers: { 'content-type': kind } }),
    ).then(
      () => 200,
      ({ init }) => init.status,
    )
  expect(await statusOf('email=a', 'application/x-www-form-urlencoded;charset=UTF-8')).toBe(200)
  expect(await statusOf('{}', 'application/json')).toBe(415)
  expect(await statusOf('email=a', 'text/plain')).toBe(415)
  expect(await statusOf('', '')).toBe(415)
  expect(await statusOf('nothing of the kind', 'multipart/form-data; boundary=edge')).toBe(400)
})

test('an empty file field is no upload, and of two files under one name only one stays', async () => {
  const before = await filesLeft()
  expect((await receiveForm(posted([['file', '', '']]), limit)).uploads.size).toBe(0)
  const { uploads, discard } = await receiveForm(
    posted([
      ['file', 'first', 'a.txt'],
      ['file', 'second', 'b.txt'],
    ]),
    limit,
  )
  expect(await filesLeft()).toHaveLength(before.length + 1)
  expect(['a.txt', 'b.txt']).toContain(uploads.get('file')?.originalName)
  await discard()
  expect(await filesLeft()).toEqual(before)
})

test('the type is what the bytes are, whatever the name says', async () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const sent: [string, Uint8Array<ArrayBuffer> | string, string | null][] = [
    ['report.pdf', bytesOf(`MZ\x90\x00\x03${'\x00'.repeat(200)}`), 'application/x-msdownload'],
    ['report.exe', aPdf, 'application/pdf'],
    ['letter.docx', officeFile(docx), docx],
    ['sheet.xlsx', officeFile(xlsx), xlsx],
    ['old.doc', compoundFile('WordDocument'), 'application/msword'],
    ['old.xls', compoundFile('Workbook'), 'application/vnd.ms-excel'],
    ['setup.doc', compoundFile('!_StringData'), null],
    ['list.csv', 'Name;Sum\r\nÅsa;1,00\r\n', 'text/plain'],
    ['late.txt', bytesOf(`${'a'.repeat(100_000)}\x00`), null],
    ['nothing.txt', '', null],
  ]
  for (const [name, bytes, mediaType] of sent) {
    const { uploads } = await receiveForm(posted([['file', bytes, name]]), limit)
    expect([name, uploads.get('file')?.mediaType]).toEqual([name, mediaType])
  }
})

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['cp1252', bytesOf('Minutes: the fee is \xa3500 \x96 agreed.\r\n')],
  ['cp1256', bytesOf('\xc7\xe1\xd3\xe1\xc7\xe3 \xda\xe1\xed\x9f\xe3\r\n')],
  ['MacRoman', bytesOf('R\x8esum\x8e \x81\x8d\x8f\x90\x9d\r')],
  ['UTF-8 with a mark', bytesOf('\xef\xbb\xbfName\r\n')],
  ['UTF-16 with a mark', utf16('\ufeffName;Sum\r\nAmina;1,00\r\n')],
  ['UTF-16, high bytes first', utf16('\ufeffName;\u0627\r\n').swap16()],
  ['UTF-16 without a mark', utf16('Name;Sum\r\nAmina;1,00\r\n')],
  ['an end mark', bytesOf('Old ledger export\r\n1250.00\r\n\x1a')],
  ['an end mark in UTF-16', utf16('\ufeffName\r\n\u001a')],
  ['BM as in a bitmap', bytesOf('BM Holdings Ltd, minutes of the meeting of 12 March 2026.\n')],
  ['BMC as in a bitmap', bytesOf('BMC Ltd: list of tenants\n')],
  ['MZ as in a program', bytesOf('MZEE Kamau, notes of the call\n')],
  ['FORM as in a sound', bytesOf('FORM OF TRANSFER\nbetween the parties\n')],
  ['FORMULA as in a sound', bytesOf('FORMULA,Value\nrent,5\n')],
  ['solid as in a model', bytesOf('solid progress on the roof\nand the walls\n')],
  ['ID3 as in music', bytesOf('ID3 is the third plot\n')],
])('DATA-410 plain text is text: %s', async (_, bytes) => {
  const { uploads } = await receiveForm(posted([['file', bytes, 'note.txt']]), limit)
  expect(uploads.get('file')?.mediaType).toBe('text/plain')
})

test.each([
  ['a zero', bytesOf('Name\x00Sum')],
  ['an end mark in the middle', bytesOf('Name\x1aSum')],
  ['a control character in UTF-16', utf16('\ufeffName\u0007')],
  ['half a character in UTF-16', utf16('\ufeffName').subarray(0, 9)],
  ['a program', bytesOf(`MZ\x90\x00\x03${'\x00'.repeat(200)}`)],
])('DATA-410 what holds %s is no text', async (_, bytes) => {
  const { uploads } = await receiveForm(
    posted([['file', new Uint8Array(bytes), 'note.txt']]),
    limit,
  )
  expect(uploads.get('file')?.mediaType).not.toBe('text/plain')
})

test.each([
  ['an empty line', '\r\n'],
  ['the head of an answer', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
  ['a mark of UTF-8', '\xef\xbb\xbf'],
  ['zeros', '\x00'.repeat(1_000)],
])('DATA-411 a PDF behind %s is a PDF', async (_, before) => {
  const pdf = bytesOf(`${before}%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n`)
  const { uploads } = await receiveForm(posted([['file', pdf, 'slip.pdf']]), limit)
  expect(uploads.get('file')?.mediaType).toBe('application/pdf')
})

test('DATA-411 a note about PDFs, and a PDF that begins too late, are none', async () => {
  const late = `${'\x00'.repeat(1_100)}%PDF-1.4\n%%EOF\n`
  for (const [text, mediaType] of [
    ['The first line of the file is %PDF-1.4.\n', 'text/plain'],
    [late, null],
  ] as const) {
    const { uploads } = await receiveForm(posted([['file', bytesOf(text), 'note.txt']]), limit)
    expect(uploads.get('file')?.mediaType).toBe(mediaType)
  }
})

test('DATA-412 an Office document under a password is told apart from others', async () => {
  const { uploads } = await receiveForm(
    posted([['file', compoundFile('EncryptedPackage'), 'budget.xlsx']]),
    limit,
  )
  expect(uploads.get('file')?.mediaType).toBe('application/x-encrypted-office')
})

test('a name loses its path and what a header could misread, and keeps its ending', async () => {
  const names: [string, string][] = [
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\papers\\deed.txt', 'deed.txt'],
    ['a\u202egpj.txt', 'agpj.txt'],
    [`${'ä'.repeat(300)}.txt`, `${'ä'.repeat(196)}.txt`],
  ]
  for (const [sent, kept] of names) {
    const { uploads } = await receiveForm(posted([['file', 'text', sent]]), limit)
    expect(uploads.get('file')?.originalName).toBe(kept)
  }
})
