import sharp from 'sharp'
import hero from '../../../../public/pictures/hero-1-1200.webp?inline'
import type { ProjectStatus } from '../../../domain/projects/project.ts'
import { stones } from '../../../ui/layout/wordmark.tsx'
import { normalizeText } from '../../../values/typed-text.ts'
// Cut with subset-font from ui/fonts (opsz 72, wght 420) and Fontsource: satori reads neither WOFF2
// nor axes.
import fraunces from '../fonts/fraunces-72pt-420.woff?inline'
import inter from '../fonts/inter-500.woff?inline'

/** The hero photograph of the landing page. */
export const sitePhotograph = bytesOf(hero)

export type Scene = {
  brand: string
  title: string
  place: string
  status: { word: string; kind: ProjectStatus } | null
}

const size = { width: 1200, height: 630 }
/** Messengers drop larger pictures. */
const mostBytes = 150_000
const qualities = [82, 72, 62, 50, 35]

const fonts = [
  { name: 'Fraunces', data: bytesOf(fraunces), weight: 400 as const, style: 'normal' as const },
  { name: 'Inter', data: bytesOf(inter), weight: 500 as const, style: 'normal' as const },
]

/** Renders text over a photograph or the logo mark, as a JPEG of at most 150 KB. */
export async function drawSharePicture(scene: Scene, photograph: Buffer | null): Promise<Buffer> {
  // Imported lazily: only needed for the first picture.
  const { default: satori } = await import('satori')
  const words = await satori(<Foreground scene={scene} onMark={photograph === null} />, {
    ...size,
    fonts,
  })
  const ground = photograph
    ? sharp(photograph).resize({ ...size, fit: 'cover' })
    : sharp({ create: { ...size, channels: 3, background: '#0f3d2e' } })
  const drawn = await ground
    .composite([{ input: Buffer.from(words) }])
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer()
  for (const quality of qualities) {
    const jpeg = await sharp(drawn).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length <= mostBytes || quality === qualities.at(-1)) return jpeg
  }
  throw new Error('there is no quality to encode a share picture in')
}

/** Characters of the fonts: Latin for Western European languages, Swahili and Somali. */
const drawable = /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…€•]+$/

/** Text in other scripts is left out entirely; partial names would be worse. */
function onlyDrawable(text: string): string | null {
  const composed = normalizeText(text).trim()
  return drawable.test(composed) ? composed : null
}

function Foreground({
  scene: { brand, title, place, status },
  onMark,
}: {
  scene: Scene
  onMark: boolean
}) {
  const drawnTitle = onlyDrawable(title)
  const drawnPlace = onlyDrawable(place)
  const shades = drawnTitle === null ? topShade : `${bottomShade}, ${topShade}`
  return (
    <div style={{ ...layer, ...(onMark ? {} : { backgroundImage: shades }) }}>
      {onMark && (
        <div style={{ display: 'flex', position: 'absolute', top: 40, right: -70, opacity: 0.16 }}>
          <Mark width={560} />
        </div>
      )}
      <Brand name={onlyDrawable(brand)} />
      {drawnTitle === null ? null : (
        <div style={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start' }}>
          {status && <Badge {...status} />}
          <div style={{ ...titleStyle, fontSize: fontSizeOf(drawnTitle) }}>{drawnTitle}</div>
          {drawnPlace && <div style={placeStyle}>{drawnPlace}</div>}
        </div>
      )}
    </div>
  )
}

function Mark({ width }: { width: number }) {
  return (
    <svg width={width} height={(width * 25) / 27} viewBox="2.5 3.5 27 25" aria-hidden="true">
      <path d={stones[0]} fill="#d5a744" />
      <path d={stones[1]} fill="#fbf8f1" />
      <path d={stones[2]} fill="#fbf8f1" />
    </svg>
  )
}

function Brand({ name }: { name: string | null }) {
  return (
    <div style={{ display: 'flex', alignItems: 'center' }}>
      <Mark width={54} />
      {name && (
        <div style={{ marginLeft: 18, fontFamily: 'Fraunces', fontSize: 46, letterSpacing: -0.9 }}>
          {name}
        </div>
      )}
    </div>
  )
}

function Badge({ word, kind }: { word: string; kind: ProjectStatus }) {
  return <div style={{ ...badgeStyle, backgroundColor: badgeGrounds[kind] }}>{word}</div>
}

/** Long names get a smaller font before being cut after three lines. */
function fontSizeOf(title: string): number {
  if (title.length <= 22) return 92
  if (title.length <= 44) return 74
  return title.length <= 80 ? 60 : 50
}

const layer = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  boxSizing: 'border-box',
  padding: '52px 64px 54px',
  color: '#fbf8f1',
  fontFamily: 'Inter',
  ...size,
} as const
const bottomShade =
  'linear-gradient(to top, rgba(8,33,24,0.95) 0%, rgba(8,33,24,0.82) 28%, rgba(8,33,24,0.24) 58%, rgba(8,33,24,0) 72%)'
const topShade = 'linear-gradient(to bottom, rgba(8,33,24,0.66) 0%, rgba(8,33,24,0) 30%)'
const badgeStyle = { padding: '8px 18px', borderRadius: 8, fontSize: 26, marginBottom: 22 }
// The badge colours of ui/styles in sRGB, the only colour space of the renderer.
const badgeGrounds: Record<ProjectStatus, string> = {
  planned: '#1e5f96',
  ongoing: '#28684a',
  completed: '#4d5752',
}
const titleStyle = {
  display: 'block',
  lineClamp: 3,
  maxWidth: size.width - 128,
  fontFamily: 'Fraunces',
  lineHeight: 1.08,
  letterSpacing: '-0.02em',
  wordBreak: 'break-word',
} as const
const placeStyle = {
  display: 'block',
  lineClamp: 1,
  maxWidth: size.width - 128,
  marginTop: 18,
  fontSize: 32,
  color: '#e3e1d4',
}

function bytesOf(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}
