import type { ReactNode } from 'react'

export type ValuePoint = { title: string; text: string; drawing: ReactNode }

/** Each drawing uses a 48 px grid. */
export const valuePoints: ValuePoint[] = [
  {
    title: 'High ROI potential',
    text: 'We buy early, in places where demand is growing, and show you the figures behind every forecast.',
    drawing: (
      <>
        <path d="M9 30h2a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4v-5a4 4 0 0 1 4-4zM23 20h2a4 4 0 0 1 4 4v15a4 4 0 0 1-4 4h-2a4 4 0 0 1-4-4V24a4 4 0 0 1 4-4z" />
        <path
          className="stroke-gold"
          d="M37 6h2a4 4 0 0 1 4 4v29a4 4 0 0 1-4 4h-2a4 4 0 0 1-4-4V10a4 4 0 0 1 4-4z"
        />
      </>
    ),
  },
  {
    title: 'Secure investment',
    text: 'Your share is written down: contract, title and every receipt, in one place, at any time.',
    drawing: (
      <>
        <path d="M5 43V24a19 19 0 0 1 38 0v19M15 43V24.5a9 9 0 0 1 18 0V43M5 43h10M33 43h10M10.5 10.7l7 7.5M37.5 10.7l-7 7.5" />
        <path
          className="stroke-gold"
          d="M20 5.4l1.8 10.3M28 5.4l-1.8 10.3M20 5.4a19 19 0 0 1 8 0M21.8 15.7a9 9 0 0 1 4.4 0"
        />
      </>
    ),
  },
  {
    title: 'Premium developments',
    text: 'Good architects, honest materials and the kind of detail that still looks right in twenty years.',
    drawing: (
      <>
        <path d="M10 14h5a4 4 0 0 1 4 4v21a4 4 0 0 1-4 4h-5a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4zM33 5h5a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4h-5a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4zM6 22h13M6 29h13M6 36h13M29 13h13M29 20.5h13M29 28h13M29 35.5h13" />
        <path className="stroke-gold" d="M19 24.5h10M19 29.5h10" />
      </>
    ),
  },
  {
    title: 'Dedicated support',
    text: 'People you can call or write to, from your first question to the day the building is finished.',
    drawing: (
      <>
        <path d="M12 7h12a8 8 0 0 1 8 8v2a8 8 0 0 1-8 8H12a8 8 0 0 1-8-8v-2a8 8 0 0 1 8-8zM11 25v6l6-6" />
        <path
          className="stroke-gold"
          d="M37 19.5a8 8 0 0 1 7 8V30a8 8 0 0 1-8 8h-1v5.5L29 38h-5a8 8 0 0 1-7.5-5"
        />
      </>
    ),
  },
  {
    title: 'Flexible options',
    text: 'Buy a whole apartment or a share of a building, and pay in agreed instalments.',
    drawing: (
      <>
        <path d="M22 12h-9a7 7 0 0 0-7 7v16a7 7 0 0 0 7 7h16a7 7 0 0 0 7-7v-9H25a3 3 0 0 1-3-3zM22 26v16M6 26h16" />
        <path
          className="stroke-gold"
          d="M32.5 6h5A4.5 4.5 0 0 1 42 10.5v5a4.5 4.5 0 0 1-4.5 4.5h-5a4.5 4.5 0 0 1-4.5-4.5v-5A4.5 4.5 0 0 1 32.5 6z"
        />
      </>
    ),
  },
  {
    title: 'Strategic locations',
    text: 'Districts in Kenya and Somalia where people already want to live and trade.',
    drawing: (
      <>
        <path d="M17 33C10.5 26 7.5 21.5 7.5 17.3a9.5 9.5 0 0 1 19 0c0 4.2-3 8.7-9.5 15.7zM36 41.5c-4.3-4.7-6.2-7.6-6.2-10.3a6.2 6.2 0 0 1 12.4 0c0 2.7-1.9 5.6-6.2 10.3zM17 37.5c0 4 3 5.5 7 5.5h4.5" />
        <path
          className="stroke-gold"
          d="M13.8 17.3a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M34.4 31.3a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0"
        />
      </>
    ),
  },
]
