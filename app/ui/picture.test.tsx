import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Picture, type PictureSource } from './picture.tsx'

const sizes = {
  widths: [480, 1600],
  avifWidths: [],
  width: 1600,
  height: 1000,
  placeholder: 'data:image/webp;base64,AAAA',
}
const uploaded: PictureSource = { id: '0198c0de-0000-7000-8000-000000000001', ...sizes }
const supplied: PictureSource = { name: 'lobby', ...sizes, avifWidths: [480, 1600] }

describe('a picture', () => {
  test('is lazy, has its size and words, and shows its placeholder until it has come', () => {
    const html = renderToStaticMarkup(<Picture source={uploaded} alt="The lobby" sizes="50vw" />)
    expect(html).toContain('width="1600" height="1000"')
    expect(html).toContain('alt="The lobby"')
    expect(html).toContain('loading="lazy" decoding="async"')
    expect(html).toContain(sizes.placeholder)
    expect(html).not.toContain('rel="preload"')
  })

  test('of an upload is asked for by id, and as AVIF only once there is one', () => {
    const html = renderToStaticMarkup(<Picture source={uploaded} alt="" sizes="50vw" />)
    expect(html).toContain('/pictures/0198c0de-0000-7000-8000-000000000001/480.webp 480w')
    expect(html).not.toContain('avif')
  })

  test('that was supplied is asked for by name, AVIF first', () => {
    const html = renderToStaticMarkup(<Picture source={supplied} alt="" sizes="50vw" />)
    expect(html).toContain('/pictures/lobby-480.avif 480w, /pictures/lobby-1600.avif 1600w')
    expect(html.indexOf('.avif')).toBeLessThan(html.indexOf('.webp'))
  })

  test('that a first view waits for is preloaded, each cut for its own screens', () => {
    const upright = { ...supplied, name: 'lobby-upright' }
    const html = renderToStaticMarkup(
      <Picture source={supplied} narrow={upright} alt="" sizes="100vw" eager />,
    )
    const preloads = html.match(/<link rel="preload"[^>]*>/g) ?? []
    expect(preloads).toHaveLength(2)
    expect(preloads.find((link) => link.includes('lobby-upright-'))).toContain(
      'media="(width &lt; 48rem)"',
    )
    expect(html).toContain('loading="eager"')
  })
})
