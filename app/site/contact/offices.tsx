import type { Office } from '../../domain/company/company.ts'
import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'

/** The picture exists for cities we have one of. */
export type ShownOffice = Office & { picture: SuppliedPicture | null }

/** Hidden when no office is set. */
export function Offices({ offices }: { offices: ShownOffice[] }) {
  if (offices.length === 0) return null
  return (
    <section className="site-section bg-warm" aria-labelledby="offices-title">
      <div className="site-wrap">
        <h2 className="site-title pb-[clamp(1.75rem,1.2rem+2vw,3rem)]" id="offices-title">
          {offices.length === 1
            ? 'Our office'
            : offices.length === 2
              ? 'Two offices'
              : 'Our offices'}
        </h2>
        <div className="grid gap-x-(--gap) gap-y-12 min-[48rem]:grid-cols-2">
          {offices.map(({ city, address, picture }) => (
            <div key={`${city} ${address}`}>
              {picture && (
                <Picture
                  source={picture}
                  alt={picture.alt}
                  sizes="(width >= 48rem) 46vw, 92vw"
                  className="mb-4.5 aspect-3/2 w-full rounded-card object-cover"
                />
              )}
              <h3 className="font-display text-step-3 leading-[1.14] tracking-[-0.018em]">
                {city}
              </h3>
              <p className="pt-1 text-muted">{address}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
