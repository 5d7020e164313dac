import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { files } from '../files/files.server.ts'

/** RGBA pixels of a PDF's first page. */
export type FirstPage = { width: number; height: number; pixels: Buffer }

const mostWidth = 640
const mostHeight = 800
const mostMemoryBytes = 384 * 1024 * 1024
const timeoutMs = 15_000
const header = 8

/**
 * The source of the child process, as text so that the bundle needs no second entry. PDFium runs as WebAssembly with
 * limited memory, in a process with no settings, no file access but its code, low priority and a timeout.
 */
const source = `
  try {
    require('node:os').setPriority(10)
  } catch {
    // Not allowed here.
  }
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65536 > ${mostMemoryBytes}) throw new RangeError('too much memory')
    return grow.call(this, pages)
  }
  async function draw() {
    const chunks = []
    for await (const chunk of process.stdin) chunks.push(chunk)
    const { PDFiumLibrary } = require(process.argv[1])
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(Buffer.concat(chunks))
    const page = document.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = Math.min(${mostWidth} / originalWidth, ${mostHeight} / originalHeight)
    const [width, height] = [originalWidth, originalHeight].map((side) => Math.max(1, Math.round(side * scale)))
    const { data } = await page.render({ width, height, render: 'bitmap' })
    if (data.length !== width * height * 4) throw new Error('not the page')
    const size = Buffer.alloc(${header})
    size.writeUInt32LE(width, 0)
    size.writeUInt32LE(height, 4)
    process.stdout.write(Buffer.concat([size, data]), () => process.exit(0))
  }
  draw().catch(() => process.exit(3))`

const pdfium = createRequire(import.meta.url).resolve('@hyzyla/pdfium')

/**
 * Renders a stored PDF's first page, at most 640 by 800 pixels, in a child process that a hostile
 * file may crash. Null when it is broken, locked or too expensive.
 */
export async function drawFirstPage(key: string): Promise<FirstPage | null> {
  const bytes = await files.get(key)
  if (!bytes) throw new Error('a document is in the database and not in the store')
  const limits = [
    '--max-old-space-size=256',
    '--permission',
    `--allow-fs-read=${dirname(dirname(pdfium))}`,
  ]
  const child = spawn(process.execPath, [...limits, '--eval', source, pdfium], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((done, failed) =>
    child.on('close', done).on('error', failed),
  )
  const fed = pipeline(bytes, child.stdin).catch((fault) => {
    if (!isEarlyEnd(fault)) throw fault
  })
  const [code, drawn] = await Promise.all([ended, readAtMost(child.stdout), fed])
  if (code !== 0 || drawn.length < header) return null
  const [width, height] = [drawn.readUInt32LE(0), drawn.readUInt32LE(4)]
  const pixels = drawn.subarray(header)
  return width <= mostWidth && height <= mostHeight && pixels.length === width * height * 4
    ? { width, height, pixels }
    : null
}

/** The process ended before reading everything; its exit code tells why. */
function isEarlyEnd(fault: unknown): boolean {
  const code = fault instanceof Error && 'code' in fault ? fault.code : null
  return code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

async function readAtMost(output: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of output) {
    length += chunk.length
    if (length <= header + mostWidth * mostHeight * 4) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
