const begins = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

const pictures = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM', 'II*\0', 'MM\0*']

const instead =
  'Download the statement as CSV or Excel (.xlsx) from the M-Pesa portal or online banking, and choose that file.'

/** Bytes. */
export const largestStatement = 25_000_000

/** Why a file is no statement whatever its name says, and what to upload instead; null when it may be one. */
export function fileFault(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'This file is empty. Download the statement again.'
  if (bytes.length > largestStatement)
    return 'This file is larger than 25 MB. Download a shorter period.'
  if (begins(bytes, '%PDF')) return `This file is a PDF. ${instead}`
  const isPicture =
    pictures.some((start) => begins(bytes, start)) ||
    (begins(bytes, 'RIFF') && begins(bytes, 'WEBP', 8)) ||
    begins(bytes, 'ftyphei', 4)
  return isPicture ? `This file is a picture. ${instead}` : null
}
