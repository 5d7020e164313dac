import { encode } from 'uqr'
import type { Page } from './pdf-text.server.ts'

/** Draws a QR code without a border at this corner; the side in points. */
export function drawQr(
  page: Page,
  text: string,
  [x, y]: [number, number],
  side: number,
  colour: string,
): void {
  const qr = encode(text, { border: 0 })
  const unit = side / qr.size
  for (const [row, cells] of qr.data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) page.rect(x + column * unit, y + row * unit, unit, unit)
    }
  }
  page.fill(colour)
}
