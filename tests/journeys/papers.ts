import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** A real one-page PDF. */
export function aPdf(title: string): Promise<Buffer> {
  return new Promise((done) => {
    const paper = new PDFDocument({ size: 'A4' })
    const parts: Buffer[] = []
    paper.on('data', (part: Buffer) => parts.push(part))
    paper.on('end', () => done(Buffer.concat(parts)))
    paper.fontSize(24).text(title)
    paper.end()
  })
}

/** A real photograph-like JPEG, with a place and a camera in its metadata that must not survive. */
export function aPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: '#997755', noise } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Nokia', Copyright: 'somebody' } })
    .toBuffer()
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
