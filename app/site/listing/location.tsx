import type { ListedProjectPage, Place } from '../../domain/projects/published-project.ts'

/** Degrees of the map's edges. */
const edges = { west: 32.5, east: 52, south: -5.5, north: 12.6 }

/** Coarse outlines in degrees, longitude first. */
const outlines = [
  '34.07 -1.06 33.9 .11 34.18 .52 35.04 1.91 34.48 3.56 34.01 4.25 35.3 5.51 36.16 4.45 36.86 4.45 38.12 3.6 39.56 3.42 40.77 4.26 41.86 3.92 40.98 2.78 40.99 -.86 41.59 -1.68 40.26 -2.57 39.6 -4.35 39.2 -4.68 37.77 -3.68 37.7 -3.1',
  '41.59 -1.68 40.99 -.86 40.98 2.78 41.86 3.92 43.66 4.96 44.96 5 47.79 8 46.95 8 43.68 9.18 42.56 10.57 43.15 11.46 44.12 10.45 46.65 10.82 48.38 11.38 51.11 12.02 51.05 10.64 50.07 8.08 48.59 5.34 45.56 2.05 43.14 .29',
]
const cities = [
  { name: 'Nairobi', latitude: -1.29, longitude: 36.82 },
  { name: 'Mombasa', latitude: -4.05, longitude: 39.67 },
  { name: 'Mogadishu', latitude: 2.05, longitude: 45.32 },
  { name: 'Hargeisa', latitude: 9.56, longitude: 44.06 },
]

const scale = 20
const at = ({ latitude, longitude }: Place) => ({
  x: Math.round((longitude - edges.west) * scale),
  y: Math.round((edges.north - latitude) * scale),
})

function pathOf(outline: string): string {
  const degrees = outline.split(' ').map(Number)
  const points = degrees.flatMap((longitude, index) => {
    const latitude = degrees[index + 1]
    if (index % 2 === 1 || latitude === undefined) return []
    const { x, y } = at({ latitude, longitude })
    return `${x} ${y}`
  })
  return `M${points.join('L')}Z`
}

const isOnMap = ({ latitude, longitude }: Place) =>
  longitude > edges.west &&
  longitude < edges.east &&
  latitude > edges.south &&
  latitude < edges.north

type Props = { project: Pick<ListedProjectPage, 'name' | 'location' | 'place'> }

/** Where it is, drawn here, with links to maps of others: nothing of theirs is loaded. */
export function Location({ project: { name, location, place } }: Props) {
  const words = `${name}, ${location}`
  return (
    <section aria-labelledby="location-title">
      <h2 className="site-subtitle pb-5" id="location-title">
        Location
      </h2>
      {place && isOnMap(place) && <LocatorMap place={place} location={location} />}
      <p className="text-md text-muted wrap-anywhere">
        <bdi>{location}</bdi>
        {place && <span className="num">{` · ${place.latitude}, ${place.longitude}`}</span>}
      </p>
      <p className="flex flex-wrap gap-x-6">
        <MapLink to={openStreetMap(place, location)}>OpenStreetMap</MapLink>
        <MapLink to={googleMaps(place, words)}>Google Maps</MapLink>
      </p>
    </section>
  )
}

function MapLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 items-center text-md text-link underline underline-offset-2"
    >
      Open in {children}
      <span className="sr-only"> (new tab)</span>
    </a>
  )
}

function openStreetMap(place: Place | null, location: string): string {
  if (!place) return `https://www.openstreetmap.org/search?query=${encodeURIComponent(location)}`
  const { latitude, longitude } = place
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
}

function googleMaps(place: Place | null, words: string): string {
  const query = place ? `${place.latitude},${place.longitude}` : words
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}

function LocatorMap({ place, location }: { place: Place; location: string }) {
  const width = (edges.east - edges.west) * scale
  const height = (edges.north - edges.south) * scale
  const pin = at(place)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Map of Kenya and Somalia with ${location} marked`}
      className="mb-3 w-full max-w-md rounded-card border border-line bg-tint-info"
    >
      {outlines.map((outline) => (
        <path
          key={outline}
          d={pathOf(outline)}
          className="fill-surface stroke-line-control"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      ))}
      {cities.map((city) => {
        const { x, y } = at(city)
        // Clear of the mark where it is in that city.
        const gap = Math.hypot(x - pin.x, y - pin.y) < 20 ? 20 : 7
        return (
          <g key={city.name} className="fill-muted">
            <circle cx={x} cy={y} r="3" />
            <text x={x + gap} y={y + 5} fontSize="13">
              {city.name}
            </text>
          </g>
        )
      })}
      <circle cx={pin.x} cy={pin.y} r="14" className="fill-accent" opacity="0.25" />
      <circle cx={pin.x} cy={pin.y} r="6" className="fill-accent stroke-surface" strokeWidth="2" />
    </svg>
  )
}
