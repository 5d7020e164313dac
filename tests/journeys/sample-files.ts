import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'

/** A real one-page PDF. */
export function aPdf(title: string): Promise<Buffer> {
  return new Promise((done) => {
    const pdf = new PDFDocument({ size: 'A4' })
    const parts: Buffer[] = []
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => done(Buffer.concat(parts)))
    pdf.fontSize(24).text(title)
    pdf.end()
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
